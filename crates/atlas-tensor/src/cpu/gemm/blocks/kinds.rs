//! The formats of blocks: unsigned codes, and for 16 or 32 of them a scale and a minimum. An
//! element is `scale * (code - offset) + minimum`.

use super::lanes::{Lanes, PART};
use crate::weights::GroupWord;

/// A row of a weight: its codes, and its words of scales and zeros where they lie apart.
#[derive(Clone, Copy)]
pub struct Row {
    pub codes: *const u8,
    pub words: *const u8,
    /// Elements that share a word.
    pub group: usize,
}

/// A format of blocks of [`Self::PARTS`] parts of 32 elements.
pub trait Kind: Copy + Send + Sync + 'static {
    const PARTS: usize = 1;
    /// Bytes of a block.
    const BYTES: usize;
    /// Whether a part has two scales, for 16 elements each.
    const HALVES: bool = false;
    const OFFSET: i32 = 0;
    const HAS_MINIMUM: bool = false;

    /// The codes of part `part` of the block at `block`.
    ///
    /// # Safety
    /// The block is readable.
    unsafe fn codes<L: Lanes>(l: L, block: *const u8, part: usize) -> L::Codes;

    /// Calls `put(i, scale, minimum)` for each scale of block `index` of a row, in order.
    ///
    /// # Safety
    /// The row has that block.
    unsafe fn scales<L: Lanes>(l: L, row: Row, index: usize, put: impl FnMut(usize, f32, f32));
}

/// The f16 at byte `at`.
///
/// # Safety
/// Two bytes are readable there.
#[inline(always)]
unsafe fn f16_at<L: Lanes>(l: L, block: *const u8, at: usize) -> f32 {
    // SAFETY: the caller's promise.
    l.f16(unsafe { block.add(at).cast::<u16>().read_unaligned() })
}

/// Formats of 32 elements with an f16 at byte 0 and, with a minimum, one at byte 2.
macro_rules! small {
    ($(#[$doc:meta] $name:ident { $bytes:expr, $offset:expr, $minimum:expr }
       $codes:expr;)*) => {$(
        #[$doc]
        #[derive(Clone, Copy)]
        pub enum $name {}

        impl Kind for $name {
            const BYTES: usize = $bytes;
            const OFFSET: i32 = $offset;
            const HAS_MINIMUM: bool = $minimum;

            #[inline(always)]
            unsafe fn codes<L: Lanes>(l: L, block: *const u8, _part: usize) -> L::Codes {
                // SAFETY: the places read lie inside the block.
                unsafe { $codes(l, block) }
            }
            #[inline(always)]
            unsafe fn scales<L: Lanes>(
                l: L,
                row: Row,
                index: usize,
                mut put: impl FnMut(usize, f32, f32),
            ) {
                // SAFETY: as above.
                unsafe {
                    let block = row.codes.add(index * Self::BYTES);
                    let minimum = if $minimum { f16_at(l, block, 2) } else { 0.0 };
                    put(0, f16_at(l, block, 0), minimum);
                }
            }
        }
    )*};
}

/// Codes of 5 bits: the upper ones in four bytes at `at`, the others behind them.
///
/// # Safety
/// The block is readable.
#[inline(always)]
unsafe fn five_bits<L: Lanes>(l: L, block: *const u8, at: usize) -> L::Codes {
    // SAFETY: the caller's promise.
    unsafe {
        let upper = block.add(at).cast::<u32>().read_unaligned();
        l.or(l.halves(block.add(at + 4)), l.sixteens(u32::from_le(upper)))
    }
}

/// The values of IQ4 codes plus 128.
const IQ4: [u8; 16] = [1, 24, 45, 63, 79, 93, 106, 118, 129, 141, 153, 166, 181, 197, 217, 241];
/// Twice the values of E2M1 codes plus 12.
const E2M1: [u8; 16] = [12, 13, 14, 15, 16, 18, 20, 24, 12, 11, 10, 9, 8, 6, 4, 0];

small! {
    /// See [`crate::weights::ggml::GgmlType::Q4_0`].
    Q4_0 { 18, 8, false } |l: L, b: *const u8| l.halves(b.add(2));
    /// See [`crate::weights::ggml::GgmlType::Q4_1`].
    Q4_1 { 20, 0, true } |l: L, b: *const u8| l.halves(b.add(4));
    /// See [`crate::weights::ggml::GgmlType::Q5_0`].
    Q5_0 { 22, 16, false } |l: L, b: *const u8| five_bits(l, b, 2);
    /// See [`crate::weights::ggml::GgmlType::Q5_1`].
    Q5_1 { 24, 0, true } |l: L, b: *const u8| five_bits(l, b, 4);
    /// See [`crate::weights::ggml::GgmlType::Q8_0`].
    Q8_0 { 34, 128, false } |l: L, b: *const u8| l.from_signed(l.load(b.add(2)));
    /// See [`crate::weights::ggml::GgmlType::Iq4Nl`].
    Iq4Nl { 18, 128, false } |l: L, b: *const u8| l.look_up(&IQ4, l.halves(b.add(2)));
}

/// See [`crate::weights::ggml::GgmlType::Mxfp4`].
#[derive(Clone, Copy)]
pub enum Mxfp4 {}

impl Kind for Mxfp4 {
    const BYTES: usize = 17;
    const OFFSET: i32 = 12;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, block: *const u8, _part: usize) -> L::Codes {
        // SAFETY: the codes lie behind the scale.
        unsafe { l.look_up(&E2M1, l.halves(block.add(1))) }
    }
    #[inline(always)]
    unsafe fn scales<L: Lanes>(
        _l: L,
        row: Row,
        index: usize,
        mut put: impl FnMut(usize, f32, f32),
    ) {
        // SAFETY: the caller's promise.
        let exponent = u32::from(unsafe { *row.codes.add(index * Self::BYTES) });
        let bits = if exponent < 2 { 0x0020_0000 << exponent } else { (exponent - 1) << 23 };
        put(0, f32::from_bits(bits), 0.0);
    }
}

/// Integers of `BITS` bits in groups.
#[derive(Clone, Copy)]
pub enum Integers<const BITS: usize> {}

impl<const BITS: usize> Kind for Integers<BITS> {
    const BYTES: usize = PART * BITS / 8;
    const HAS_MINIMUM: bool = true;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, block: *const u8, _part: usize) -> L::Codes {
        // SAFETY: the caller's promise.
        unsafe { if BITS == 4 { l.pairs(block) } else { l.load(block) } }
    }
    #[inline(always)]
    unsafe fn scales<L: Lanes>(
        _l: L,
        row: Row,
        index: usize,
        mut put: impl FnMut(usize, f32, f32),
    ) {
        let at = index * PART / row.group * size_of::<GroupWord>();
        // SAFETY: every block lies in a group that has a word.
        let word = GroupWord::from_le_bytes(unsafe { *row.words.add(at).cast() });
        put(0, word.scale(), -word.scale() * word.zero() as f32);
    }
}

/// Scales and minima of 6 bits, eight each in the 12 bytes at `p` (`get_scale_min_k4`).
///
/// # Safety
/// 12 bytes are readable.
#[inline(always)]
unsafe fn six_bits(p: *const u8) -> ([u8; 8], [u8; 8]) {
    // SAFETY: the caller's promise.
    let [a, b, c] = unsafe { p.cast::<[u32; 3]>().read_unaligned() }.map(u32::from_le);
    let (low, high) = (0x0f0f_0f0f, 0x3030_3030);
    let scales = [a & 0x3f3f_3f3f, c & low | a >> 2 & high];
    let minima = [b & 0x3f3f_3f3f, c >> 4 & low | b >> 2 & high];
    (bytemuck::cast(scales.map(u32::to_le)), bytemuck::cast(minima.map(u32::to_le)))
}

/// Q4_K and Q5_K: eight scales and minima of six bits behind two f16.
macro_rules! six_bit_scales {
    () => {
        const PARTS: usize = 8;
        const HAS_MINIMUM: bool = true;

        #[inline(always)]
        unsafe fn scales<L: Lanes>(
            l: L,
            row: Row,
            index: usize,
            mut put: impl FnMut(usize, f32, f32),
        ) {
            // SAFETY: the places read lie inside the block.
            unsafe {
                let block = row.codes.add(index * Self::BYTES);
                let (d, m) = (f16_at(l, block, 0), f16_at(l, block, 2));
                let (scales, minima) = six_bits(block.add(4));
                for i in 0..8 {
                    put(i, d * f32::from(scales[i]), -(m * f32::from(minima[i])));
                }
            }
        }
    };
}

/// See [`crate::weights::ggml::GgmlType::Q4K`].
#[derive(Clone, Copy)]
pub enum Q4K {}

impl Kind for Q4K {
    const BYTES: usize = 144;
    six_bit_scales!();

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, block: *const u8, part: usize) -> L::Codes {
        // SAFETY: 32 bytes hold two parts.
        let bytes = unsafe { l.load(block.add(16 + part / 2 * 32)) };
        l.shr_and(bytes, part as u32 % 2 * 4, 0xf)
    }
}

/// See [`crate::weights::ggml::GgmlType::Q5K`].
#[derive(Clone, Copy)]
pub enum Q5K {}

impl Kind for Q5K {
    const BYTES: usize = 176;
    six_bit_scales!();

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, block: *const u8, part: usize) -> L::Codes {
        // SAFETY: 32 bytes hold two parts; the upper bits lie before all of them.
        let (bytes, upper) =
            unsafe { (l.load(block.add(48 + part / 2 * 32)), l.load(block.add(16))) };
        let upper = l.shl(l.shr_and(upper, part as u32, 1), 4);
        l.or(l.shr_and(bytes, part as u32 % 2 * 4, 0xf), upper)
    }
}

/// See [`crate::weights::ggml::GgmlType::Q6K`].
#[derive(Clone, Copy)]
pub enum Q6K {}

impl Kind for Q6K {
    const PARTS: usize = 8;
    const BYTES: usize = 210;
    const HALVES: bool = true;
    const OFFSET: i32 = 32;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, block: *const u8, part: usize) -> L::Codes {
        let (half, turn) = (part / 4, part % 4);
        // SAFETY: 64 bytes hold four parts, and 32 their upper bits.
        let (bytes, upper) = unsafe {
            (l.load(block.add(half * 64 + turn % 2 * 32)), l.load(block.add(128 + half * 32)))
        };
        let upper = l.shl(l.shr_and(upper, turn as u32 * 2, 3), 4);
        l.or(l.shr_and(bytes, turn as u32 / 2 * 4, 0xf), upper)
    }
    #[inline(always)]
    unsafe fn scales<L: Lanes>(l: L, row: Row, index: usize, mut put: impl FnMut(usize, f32, f32)) {
        // SAFETY: the places read lie inside the block.
        unsafe {
            let block = row.codes.add(index * Self::BYTES);
            let d = f16_at(l, block, 208);
            let scales = block.add(192).cast::<[i8; 16]>().read_unaligned();
            for (i, scale) in scales.into_iter().enumerate() {
                put(i, d * f32::from(scale), 0.0);
            }
        }
    }
}

/// The 2 bits of part `part` of bytes that hold four parts each.
///
/// # Safety
/// 64 bytes are readable.
#[inline(always)]
unsafe fn two_bits<L: Lanes>(l: L, bytes: *const u8, part: usize) -> L::Codes {
    // SAFETY: the caller's promise.
    l.shr_and(unsafe { l.load(bytes.add(part / 4 * 32)) }, part as u32 % 4 * 2, 3)
}

/// See [`crate::weights::ggml::GgmlType::Q2K`].
#[derive(Clone, Copy)]
pub enum Q2K {}

impl Kind for Q2K {
    const PARTS: usize = 8;
    const BYTES: usize = 84;
    const HALVES: bool = true;
    const HAS_MINIMUM: bool = true;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, block: *const u8, part: usize) -> L::Codes {
        // SAFETY: the codes lie behind 16 bytes of scales.
        unsafe { two_bits(l, block.add(16), part) }
    }
    #[inline(always)]
    unsafe fn scales<L: Lanes>(l: L, row: Row, index: usize, mut put: impl FnMut(usize, f32, f32)) {
        // SAFETY: the places read lie inside the block.
        unsafe {
            let block = row.codes.add(index * Self::BYTES);
            let (d, m) = (f16_at(l, block, 80), f16_at(l, block, 82));
            let scales = block.cast::<[u8; 16]>().read_unaligned();
            for (i, both) in scales.into_iter().enumerate() {
                put(i, d * f32::from(both & 0xf), -(m * f32::from(both >> 4)));
            }
        }
    }
}

/// See [`crate::weights::ggml::GgmlType::Q3K`].
#[derive(Clone, Copy)]
pub enum Q3K {}

impl Kind for Q3K {
    const PARTS: usize = 8;
    const BYTES: usize = 110;
    const HALVES: bool = true;
    const OFFSET: i32 = 4;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, block: *const u8, part: usize) -> L::Codes {
        // SAFETY: 32 bytes of upper bits lie before the codes.
        let (low, upper) = unsafe { (two_bits(l, block.add(32), part), l.load(block)) };
        l.or(low, l.shl(l.shr_and(upper, part as u32, 1), 2))
    }
    #[inline(always)]
    unsafe fn scales<L: Lanes>(l: L, row: Row, index: usize, mut put: impl FnMut(usize, f32, f32)) {
        // SAFETY: the places read lie inside the block.
        unsafe {
            let block = row.codes.add(index * Self::BYTES);
            let d = f16_at(l, block, 108);
            let [a, b, c] = block.add(96).cast::<[u32; 3]>().read_unaligned().map(u32::from_le);
            let (low, high) = (0x0f0f_0f0f, 0x3030_3030);
            let words = [
                a & low | c << 4 & high,
                b & low | c << 2 & high,
                a >> 4 & low | c & high,
                b >> 4 & low | c >> 2 & high,
            ];
            let scales: [u8; 16] = bytemuck::cast(words.map(u32::to_le));
            for (i, scale) in scales.into_iter().enumerate() {
                put(i, d * (f32::from(scale) - 32.0), 0.0);
            }
        }
    }
}

/// See [`crate::weights::ggml::GgmlType::Iq4Xs`].
#[derive(Clone, Copy)]
pub enum Iq4Xs {}

impl Kind for Iq4Xs {
    const PARTS: usize = 8;
    const BYTES: usize = 136;
    const OFFSET: i32 = 128;

    #[inline(always)]
    unsafe fn codes<L: Lanes>(l: L, block: *const u8, part: usize) -> L::Codes {
        // SAFETY: 16 bytes hold a part.
        unsafe { l.look_up(&IQ4, l.halves(block.add(8 + part * 16))) }
    }
    #[inline(always)]
    unsafe fn scales<L: Lanes>(l: L, row: Row, index: usize, mut put: impl FnMut(usize, f32, f32)) {
        // SAFETY: the places read lie inside the block.
        unsafe {
            let block = row.codes.add(index * Self::BYTES);
            let d = f16_at(l, block, 0);
            let high = u16::from_le(block.add(2).cast::<u16>().read_unaligned());
            let low = block.add(4).cast::<[u8; 4]>().read_unaligned();
            for i in 0..8 {
                let scale = low[i / 2] >> (i % 2 * 4) & 0xf | ((high >> (2 * i)) as u8 & 3) << 4;
                put(i, d * (f32::from(scale) - 32.0), 0.0);
            }
        }
    }
}
