//! Cases of [`Embed`].

use crate::compute::Compute;
use crate::ops::*;
use crate::testkit::{Field, Noise, Output, Testable, Tolerance};
use crate::weights::{Weight, WeightFormat};
use std::ops::Range;

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
