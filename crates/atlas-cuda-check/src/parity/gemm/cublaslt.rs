//! Linears by cuBLASLt, where it is: near those of the program's own tiles, with gaps between rows,
//! in both types of outputs.

use atlas_cuda::CudaError;
use atlas_cuda::library::{LibraryLinears, WORKSPACE_BYTES};
use atlas_cuda::ops::gemm::LinearArgs;
use atlas_cuda::ops::gemm::tiled_mma::TiledMma;
use atlas_tensor::testkit::{Noise, Tolerance};
use atlas_tensor::{DType, Weight, WeightFormat};

use crate::parity::check::{Tally, distance};
use crate::parity::rig::Rig;
use crate::parity::rows::{matrix, matrix_mut};

/// Rows, outputs and K.
const CASES: [[usize; 3]; 7] = [
    [1, 8, 8],
    [65, 64, 8],
    [65, 96, 72],
    [67, 8, 2048],
    [128, 264, 264],
    [300, 520, 512],
    [513, 136, 1032],
];

pub fn check(rig: &Rig, seed: u64, tally: &mut Tally) {
    if rig.dtype != DType::Bf16 || !tally.wants("linear_library") {
        return;
    }
    rig.aligned.set(true);
    let library = match LibraryLinears::bind(&rig.device) {
        Ok(library) => library,
        Err(error) => return tally.leave_out("linear_library", &error.to_string()),
    };
    for extents in CASES {
        for to in [DType::Bf16, DType::F32] {
            let [rows, n, k] = extents;
            let name = format!("linear_library {rows} x {n} x {k} {to:?}");
            tally.case(&name, || near(rig, &library, extents, to, seed));
        }
    }
}

fn near(
    rig: &Rig,
    library: &LibraryLinears,
    [rows, n, k]: [usize; 3],
    to: DType,
    seed: u64,
) -> Result<String, String> {
    let mut noise = Noise::new(seed ^ (rows * n + k) as u64);
    let x = noise.fill(rows * k, 1.0);
    let weight =
        Weight::from_f32(WeightFormat::Bf16, n, k, &noise.fill(n * k, 1.0 / (k as f32).sqrt()));
    let x = rig.tensor(matrix(&x, [rows, 1, k])).map_err(text)?;
    let weight = rig.weight(&weight).map_err(text)?;
    let gemm = TiledMma::bind(&rig.device, to).map_err(text)?;
    let poison = vec![f32::NAN; rows * n];
    let mut workspace = rig.memory(WORKSPACE_BYTES).map_err(text)?;
    let mut outputs = |by_library: bool| -> Result<Vec<f32>, String> {
        let mut out = rig.tensor_as(matrix(&poison, [rows, 1, n]), to).map_err(text)?;
        let mut run = || {
            let (x, weight, out) = (x.view()?, weight.view()?, out.view_mut()?);
            let args = LinearArgs { x, weight, bias: None, out };
            match by_library {
                true => library.run(&rig.stream, &args, workspace.get_mut())?,
                false => gemm.run(&rig.stream, args)?,
            }
            rig.stream.synchronize()
        };
        run().map_err(text)?;
        let mut got = vec![f32::NAN; rows * n];
        rig.fetch(&out, &mut matrix_mut(&mut got, [rows, 1, n]))?;
        Ok(got)
    };
    // Both are rounded to bf16, so they may be a step of it apart.
    let limit = match to {
        DType::F32 => Tolerance { abs: 1e-4, rel: 1e-4 },
        _ => Tolerance { abs: 1e-4, rel: 1.0 / 128.0 },
    };
    distance(&[("out", outputs(false)?)], &[("out", outputs(true)?)], limit)?;
    Ok("near the program's own".into())
}

fn text(error: CudaError) -> String {
    error.to_string()
}
