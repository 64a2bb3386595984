//! Token embedding: `out[t] = table[ids[t]]`, widened exactly.

use super::Compute;
use crate::binder::{Cost, Op, Row};
use crate::cpu::table;
use crate::place::Slice;
use crate::tensor::TensorMut;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use crate::weight::{Weight, WeightFormat};
use std::ops::Range;

pub struct Embed;

/// `ids[T]`, `table[V, H]` to `out[T, H]`.
pub struct EmbedArgs<'a> {
    pub ids: Slice<'a, u32>,
    pub table: &'a Weight,
    pub out: TensorMut<'a>,
}

#[derive(Clone, Debug)]
pub struct EmbedNeed {
    pub format: WeightFormat,
}

impl Op for Embed {
    const NAME: &'static str = "embed";
    type Args<'a> = EmbedArgs<'a>;
    type Need = EmbedNeed;

    fn check(args: &EmbedArgs<'_>) {
        assert_eq!(args.out.shape(), [args.ids.len(), args.table.k()], "embed: out");
        let vocab = args.table.n();
        // What a device holds is not seen here; its kernel writes NaN for an id that is too large.
        for &id in args.ids.on_host().unwrap_or_default() {
            assert!((id as usize) < vocab, "embed: token id {id} of a vocabulary of {vocab}");
        }
    }

    fn cost(args: &EmbedArgs<'_>) -> Cost {
        let elements = args.ids.len() * args.table.k();
        Cost::of(elements, 0).and_bytes(elements * args.table.format().element_bytes())
    }

    fn reference(mut args: EmbedArgs<'_>, _compute: Compute) {
        for (t, &id) in args.ids.iter().enumerate() {
            args.table.row_f32(id as usize, args.out.row_f32_mut(t));
        }
    }

    fn table() -> &'static [Row<Self>] {
        table::EMBED
    }
}

#[derive(Clone, Debug)]
pub struct EmbedCase {
    rows: usize,
    vocab: usize,
    hidden: usize,
    format: WeightFormat,
}

pub struct EmbedData {
    ids: Vec<u32>,
    table: Weight,
    out: Field,
}

impl Testable for Embed {
    type Case = EmbedCase;
    type Data = EmbedData;
    const TOLERANCE: Tolerance = Tolerance::EXACT;

    fn cases() -> Vec<EmbedCase> {
        let formats = [WeightFormat::Bf16, WeightFormat::F16, WeightFormat::F32];
        let shapes = [(0, 5, 8), (1, 1, 1), (7, 13, 33), (130, 50, 200)];
        formats
            .into_iter()
            .flat_map(|format| {
                shapes.map(|(rows, vocab, hidden)| EmbedCase { rows, vocab, hidden, format })
            })
            .collect()
    }

    fn tall_cases() -> Vec<EmbedCase> {
        let format = WeightFormat::Bf16;
        vec![EmbedCase { rows: 65_539, vocab: 131, hidden: 9, format }]
    }

    fn perf_cases() -> Vec<EmbedCase> {
        let format = WeightFormat::Bf16;
        [1, 512].map(|rows| EmbedCase { rows, vocab: 4096, hidden: 1024, format }).to_vec()
    }

    fn need(case: &EmbedCase) -> EmbedNeed {
        EmbedNeed { format: case.format }
    }

    fn rows(case: &EmbedCase) -> usize {
        case.rows
    }

    fn data(case: &EmbedCase, _compute: Compute) -> EmbedData {
        let mut noise = Noise::new(1);
        let values = noise.fill(case.vocab * case.hidden, 1.0);
        EmbedData {
            ids: (0..case.rows).map(|_| noise.below(case.vocab) as u32).collect(),
            table: Weight::from_f32(case.format, case.vocab, case.hidden, &values),
            out: Field::poisoned(case.rows, case.hidden, 3),
        }
    }

    fn with_args(data: &mut EmbedData, rows: Range<usize>, run: &mut dyn FnMut(EmbedArgs<'_>)) {
        let out = data.out.tensor_mut().slice_rows(rows.clone());
        run(EmbedArgs { ids: data.ids[rows].into(), table: &data.table, out });
    }

    fn outputs(data: &EmbedData) -> Vec<Output> {
        vec![("out", data.out.values())]
    }

    fn intact(data: &EmbedData) -> bool {
        data.out.intact()
    }
}
