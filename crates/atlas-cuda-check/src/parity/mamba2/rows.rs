//! The kernel rows of Mamba-2: step sizes and the selective scan.

use atlas_cuda::CudaError;
use atlas_cuda::ops::mamba2::chunked::ChunkedScan;
use atlas_cuda::ops::mamba2::{gates, selective_scan};
use atlas_cuda::ops::step::StepTables;
use atlas_tensor::DType;
use atlas_tensor::ops::*;

use crate::parity::rig::Rig;
use crate::parity::rows::{DeviceRow, OnDevice, Outcome, fetch_state, only, only_f32, text};

impl OnDevice for Mamba2Gates {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        only_f32::<Self>(mamba2_gates)
    }
}

impl OnDevice for SelectiveScan {
    fn device_rows() -> Vec<DeviceRow<Self>> {
        only::<Self>(scan)
    }
}

fn mamba2_gates(rig: &Rig, mut args: Mamba2GatesArgs<'_>) -> Outcome {
    let dt = rig.tensor(args.dt).map_err(text)?;
    let [a_log, bias] = [rig.slice(&args.a_log), rig.slice(&args.dt_bias)];
    let (a_log, bias) = (a_log.map_err(text)?, bias.map_err(text)?);
    let mut delta = rig.tensor_as(args.delta.as_ref(), DType::F32).map_err(text)?;
    let mut g = rig.tensor_as(args.g.as_ref(), DType::F32).map_err(text)?;
    let mut run = || {
        let op = gates::Mamba2Gates::bind(&rig.device, rig.dtype)?;
        let heads = args.a_log.len();
        let weights = [a_log.get().slice(0, heads)?, bias.get().slice(0, heads)?];
        let results = [delta.view_mut()?, g.view_mut()?];
        op.run(&rig.stream, dt.view()?, weights, args.limits, results)
    };
    run().map_err(text)?;
    rig.fetch(&delta, &mut args.delta)?;
    rig.fetch(&g, &mut args.g)
}

fn scan(rig: &Rig, args: SelectiveScanArgs<'_>) -> Outcome {
    scan_by(rig, args, |step, args| {
        let op = selective_scan::SelectiveScan::bind(&rig.device, rig.dtype)?;
        op.run(&rig.stream, step, args)
    })
}

/// Whole chunks on tensor cores.
pub fn chunked_scan(rig: &Rig, args: SelectiveScanArgs<'_>) -> Outcome {
    let (key_dim, value_dim) = (args.state.key_dim, args.state.value_dim);
    scan_by(rig, args, |step, args| {
        let op = ChunkedScan::bind(&rig.device, rig.dtype, key_dim, value_dim)?;
        op.run(&rig.stream, step, args)
    })
}

fn scan_by(
    rig: &Rig,
    mut args: SelectiveScanArgs<'_>,
    scan: impl Fn(&StepTables, &selective_scan::SelectiveScanArgs<'_>) -> Result<(), CudaError>,
) -> Outcome {
    let [x, b, c] = [rig.tensor(args.x), rig.tensor(args.b), rig.tensor(args.c)];
    let (x, b, c) = (x.map_err(text)?, b.map_err(text)?, c.map_err(text)?);
    let delta = rig.tensor_as(args.delta, DType::F32).map_err(text)?;
    let g = rig.tensor_as(args.g, DType::F32).map_err(text)?;
    let d = rig.slice(&args.d).map_err(text)?;
    let mut out = rig.tensor(args.out.as_ref()).map_err(text)?;
    let mut state = rig.slice(args.state.f32()).map_err(text)?;
    let mut run = || {
        let step = rig.step(args.x.rows(), &args.spans, None)?;
        let len = args.state.slots * args.state.matrix_len();
        let args = selective_scan::SelectiveScanArgs {
            x: x.view()?,
            b: b.view()?,
            c: c.view()?,
            delta: delta.view()?,
            g: g.view()?,
            d: d.get().slice(0, args.d.len())?,
            state: state.get_mut().slice_mut(0, len)?,
            out: out.view_mut()?,
        };
        scan(&step, &args)
    };
    run().map_err(text)?;
    fetch_state(rig, &state, args.state)?;
    rig.fetch(&out, &mut args.out)
}
