//! Contents of a batch, without a device.

use super::*;

fn penalty(token: u32, divide: f32, subtract: f32) -> Penalty {
    Penalty { token, divide, subtract }
}

#[test]
fn the_structs_of_the_kernels_have_their_sizes() {
    assert_eq!(size_of::<Row>(), 64);
    assert_eq!(size_of::<Edit>(), 16);
    assert_eq!(size_of::<SampleResult>(), 16 + 8 * TOP_MAX);
    assert_eq!(size_of::<SampleParams>(), 17 * 8);
}

#[test]
fn edits_ascend_by_token_and_keep_their_order() {
    let mut batch = Batch::new(50);
    batch.push(&Request::default()).unwrap();
    let request = Request {
        bias: &[(9, 1.0), (2, 2.0), (50, 7.0), (9, 3.0)],
        penalties: &[penalty(u32::MAX, 2.0, 0.0), penalty(2, 1.5, 0.5), penalty(9, 2.0, 0.0)],
        allowed: Some(&[0b1010]),
        ..Request::default()
    };
    batch.push(&request).unwrap();
    batch.push(&Request { allowed: Some(&[1, 2, 3]), ..Request::default() }).unwrap();
    let edits: Vec<_> =
        batch.edits.iter().map(|e| (e.token, e.add, e.divide, e.subtract)).collect();
    let want = [
        (2, 2.0, 1.0, 0.0),
        (2, -0.0, 1.5, 0.5),
        (9, 1.0, 1.0, 0.0),
        (9, 3.0, 1.0, 0.0),
        (9, -0.0, 2.0, 0.0),
    ];
    assert_eq!(edits, want);
    let ranges: Vec<_> = batch.rows.iter().map(|r| (r.edits_begin, r.edits_end, r.mask)).collect();
    assert_eq!(ranges, [(0, 0, NONE), (0, 5, 0), (5, 5, 1)]);
    // The words behind the last are zero, and those behind the vocabulary dropped.
    assert_eq!(batch.masks, [0b1010, 0, 1, 2]);
    batch.clear();
    assert_eq!((batch.rows(), batch.edits.len(), batch.masks.len()), (0, 0, 0));
}

#[test]
fn arguments_that_the_kernels_do_not_serve_are_errors() {
    let mut batch = Batch::new(50);
    let many = Request { logprobs: Some(TOP_MAX as u32 + 1), ..Request::default() };
    assert!(matches!(batch.push(&many), Err(CudaError::BadLaunch { .. })));
    let forced = Request { forced: Some(u32::MAX), ..Request::default() };
    assert!(matches!(batch.push(&forced), Err(CudaError::BadLaunch { .. })));
    assert_eq!(batch.rows(), 0);
}

#[test]
fn results_are_read_by_their_status() {
    let mut result = SampleResult::zeroed();
    result.top_ids = [NO_TOKEN; TOP_MAX];
    (result.top_ids[0], result.top_logprobs[0], result.token) = (7, -0.5, 7);
    assert_eq!((result.token(), result.top().collect::<Vec<_>>()), (Ok(7), vec![(7, -0.5)]));
    for (status, error) in
        [(1, SampleError::Broken), (2, SampleError::NothingAllowed), (9, SampleError::BadRow(9))]
    {
        result.status = status;
        assert_eq!(result.token(), Err(error));
    }
}
