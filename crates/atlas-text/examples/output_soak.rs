//! Random answers cut at random: the events may not depend on the cuts. A long run of what
//! `tests/output_machine` samples.
//!
//! `cargo run --release -p atlas-text --example output_soak -- [CASES] [SEED]`

#[path = "../tests/output_machine/corpus.rs"]
#[allow(dead_code)]
mod corpus;
#[path = "../tests/output_machine/events.rs"]
#[allow(dead_code)]
mod events;
#[path = "../tests/output_machine/generator.rs"]
#[allow(dead_code)]
mod generator;

use atlas_text::Dialect;
use corpus::{Case, Reasoning};
use events::{check_sound, content, parse};
use generator::Rng;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|arg| arg.parse().expect("a number"));
    let cases: u64 = numbers.next().unwrap_or(1_000_000);
    let mut rng = Rng::new(numbers.next().unwrap_or(1));
    let written = corpus::all_cases();
    for i in 0..cases {
        let dialect = Dialect::ALL[rng.below(Dialect::ALL.len())];
        let plan = generator::plan(&mut rng, dialect);
        let case = match rng.below(4) {
            0 => {
                let case = Case::of(String::new(), dialect, plan.reasoning, &plan.text);
                assert_eq!(content(&parse(&case.spec(), &[&case.input])), plan.content, "{case:?}");
                case
            }
            1 => {
                let text = generator::noise(&mut rng, dialect);
                let reasoning = [Reasoning::None, Reasoning::Closed, Reasoning::Open][rng.below(3)];
                Case::of(String::new(), dialect, reasoning, &text)
            }
            2 => {
                let source = &written[rng.below(written.len())];
                let text = generator::damage(&mut rng, dialect, &source.input);
                Case::of(String::new(), source.dialect, source.reasoning, &text)
            }
            _ => {
                let text = generator::damage(&mut rng, dialect, &plan.text);
                Case::of(String::new(), dialect, plan.reasoning, &text)
            }
        };
        let whole = parse(&case.spec(), &[&case.input]);
        check_sound(&whole, &case.input);
        let pieces = rng.cuts(&case.input);
        assert_eq!(parse(&case.spec(), &pieces), whole, "{case:?}\n{pieces:?}");
        if (i + 1) % 100_000 == 0 {
            println!("{} of {cases} answers give the same events however they are cut", i + 1);
        }
    }
}
