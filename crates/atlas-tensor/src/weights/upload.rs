//! Brings weights to a backend: copies, files to be read, and elements the device draws itself.

use std::io;
use std::sync::Arc;

use super::draws::{Runs, Values};
use super::plane::Plane;
use super::scales::Scales;
use super::stored::{Fetch, FetchError, Fetched, Piece};
use super::weight::{DeviceParts, Weight};
use crate::device::{Backend, DeviceMemory};

/// Weights on their way to one device.
#[derive(Default)]
pub(crate) struct Uploader {
    /// Values that the device draws elements from, in its memory until the uploader is dropped.
    values: Vec<(Arc<Values>, Arc<dyn DeviceMemory>)>,
    drawn_bytes: u64,
    /// Reader of weights in files; made with the first of them.
    fetch: Option<Box<dyn Fetch>>,
}

impl Uploader {
    /// Bytes of weights that the device drew itself.
    pub fn drawn_bytes(&self) -> u64 {
        self.drawn_bytes
    }

    /// Queues reads of files.
    pub fn fetch(&mut self, dev: &dyn Backend, pieces: Vec<Piece>) {
        if !pieces.is_empty() {
            self.fetch.get_or_insert_with(|| dev.fetcher()).fetch(pieces);
        }
    }

    /// Waits for the reads of files; `None` if there are none. `progress` gets the bytes brought so
    /// far, from time to time.
    ///
    /// # Errors
    /// The first read that failed, or the device's failure.
    pub fn finish(&mut self, progress: &dyn Fn(u64)) -> Result<Option<Fetched>, FetchError> {
        self.fetch.take().map(|fetch| fetch.finish(progress)).transpose()
    }

    /// Puts `weights` one after the other into new memory of `dev`, their elements, block scales
    /// and scales each by themselves: host memory is copied, elements not drawn yet are drawn by
    /// the device, and each range of a file becomes one of `pieces`.
    pub fn bring(
        &mut self,
        dev: &dyn Backend,
        weights: &[&Weight],
        pieces: &mut Vec<Piece>,
    ) -> io::Result<DeviceParts> {
        let codes: Vec<&Plane> = weights.iter().map(|weight| weight.codes()).collect();
        let codes = self.bring_planes(dev, &codes, pieces)?;
        let blocks: Vec<&Plane> = weights.iter().filter_map(|w| w.block_scales()).collect();
        let block_scales = match blocks.is_empty() {
            true => None,
            false => Some(self.bring_planes(dev, &blocks, pieces)?),
        };
        let grids: Vec<_> = weights.iter().filter_map(|w| Some((w.scales()?, 0..w.n()))).collect();
        let scales = Scales::join(&grids).map(|grid| {
            let memory = upload(dev, bytemuck::cast_slice(grid.host()))?;
            Ok::<_, io::Error>(grid.moved_to(memory))
        });
        // Only a weight by itself has an order of inputs.
        let order = match weights {
            [one] => one.input_order().map(|order| upload(dev, bytemuck::cast_slice(order))),
            _ => None,
        };
        let (scales, order) = (scales.transpose()?, order.transpose()?);
        Ok(DeviceParts { codes, block_scales, scales, order })
    }

    fn bring_planes(
        &mut self,
        dev: &dyn Backend,
        planes: &[&Plane],
        pieces: &mut Vec<Piece>,
    ) -> io::Result<Arc<dyn DeviceMemory>> {
        let memory = dev.allocate(planes.iter().map(|plane| plane.len()).sum())?;
        let mut at = 0;
        // Weights whose draws continue one another, such as the experts of a layer, are drawn in
        // one call.
        let mut drawn: Option<(usize, Runs)> = None;
        for plane in planes {
            match plane.runs() {
                Some(runs) if drawn.as_mut().is_some_and(|(_, before)| before.append(runs)) => {}
                Some(runs) => {
                    let before = drawn.replace((at, runs.clone()));
                    self.draw(dev, &*memory, before)?;
                }
                None => {
                    self.draw(dev, &*memory, drawn.take())?;
                    match plane.stored() {
                        Some(from) => {
                            let (from, to) = (from.clone(), Arc::clone(&memory));
                            pieces.push(Piece { from, to, at });
                        }
                        None => memory.write(at, plane.bytes()),
                    }
                }
            }
            at += plane.len();
        }
        self.draw(dev, &*memory, drawn)?;
        Ok(memory)
    }

    /// Has the device draw elements from a byte of `memory` on.
    fn draw(
        &mut self,
        dev: &dyn Backend,
        memory: &dyn DeviceMemory,
        drawn: Option<(usize, Runs)>,
    ) -> io::Result<()> {
        let Some((mut at, runs)) = drawn else { return Ok(()) };
        let values = self.values_on(dev, runs.draws().values())?;
        for run in runs.each() {
            dev.draw(memory, at, runs.draws().key(), &*values, run.clone());
            let bytes = (run.end - run.start) as usize * size_of::<u16>();
            at += bytes;
            self.drawn_bytes += bytes as u64;
        }
        Ok(())
    }

    fn values_on(
        &mut self,
        dev: &dyn Backend,
        values: &Arc<Values>,
    ) -> io::Result<Arc<dyn DeviceMemory>> {
        if let Some((_, memory)) = self.values.iter().find(|(of, _)| Arc::ptr_eq(of, values)) {
            return Ok(Arc::clone(memory));
        }
        let memory = upload(dev, bytemuck::cast_slice(values.bits()))?;
        self.values.push((Arc::clone(values), Arc::clone(&memory)));
        Ok(memory)
    }
}

/// New memory of `dev` that holds `bytes`.
pub(crate) fn upload(dev: &dyn Backend, bytes: &[u8]) -> io::Result<Arc<dyn DeviceMemory>> {
    let memory = dev.allocate(bytes.len())?;
    memory.write(0, bytes);
    Ok(memory)
}
