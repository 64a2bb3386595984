//! Names of GGUF tensors and those that the families read.

/// Parts of a block with weights or biases, and their place in a layer.
const PARTS: &[(&str, &str)] = &[
    ("attn_norm", "input_layernorm"),
    ("attn_q", "self_attn.q_proj"),
    ("attn_k", "self_attn.k_proj"),
    ("attn_v", "self_attn.v_proj"),
    ("attn_output", "self_attn.o_proj"),
    ("attn_q_norm", "self_attn.q_norm"),
    ("attn_k_norm", "self_attn.k_norm"),
    ("post_attention_norm", "post_attention_layernorm"),
    ("ffn_norm", "post_attention_layernorm"),
    ("ffn_gate", "mlp.gate_proj"),
    ("ffn_up", "mlp.up_proj"),
    ("ffn_down", "mlp.down_proj"),
    ("ffn_gate_inp", "mlp.gate"),
    ("ffn_gate_inp_shexp", "mlp.shared_expert_gate"),
    ("ffn_gate_shexp", "mlp.shared_expert.gate_proj"),
    ("ffn_up_shexp", "mlp.shared_expert.up_proj"),
    ("ffn_down_shexp", "mlp.shared_expert.down_proj"),
    ("attn_gate", "linear_attn.in_proj_z"),
    ("ssm_in", "linear_attn.in_proj_qkvz"),
    ("ssm_ba", "linear_attn.in_proj_ba"),
    ("ssm_beta", "linear_attn.in_proj_b"),
    ("ssm_alpha", "linear_attn.in_proj_a"),
    ("ssm_conv1d", "linear_attn.conv1d"),
    ("ssm_norm", "linear_attn.norm"),
    ("ssm_out", "linear_attn.out_proj"),
];

/// Tensors outside blocks, and vectors of a block whose whole names differ.
const WHOLE: &[(&str, &str)] = &[
    ("token_embd.weight", "model.embed_tokens.weight"),
    ("output_norm.weight", "model.norm.weight"),
    ("output.weight", "lm_head.weight"),
    ("ssm_a", "linear_attn.A_log"),
    ("ssm_dt.bias", "linear_attn.dt_bias"),
];

/// Parts of the multi-token-prediction module outside its layer.
const FURTHER: &[(&str, &str)] = &[
    ("nextn.eh_proj.weight", "mtp.fc.weight"),
    ("nextn.enorm.weight", "mtp.pre_fc_norm_embedding.weight"),
    ("nextn.hnorm.weight", "mtp.pre_fc_norm_hidden.weight"),
    ("nextn.shared_head_norm.weight", "mtp.norm.weight"),
];

/// Matrices of a mixture's experts, stacked or one by one.
const EXPERTS: [(&str, &str); 3] =
    [("ffn_gate", "gate_proj"), ("ffn_up", "up_proj"), ("ffn_down", "down_proj")];

/// The place of a GGUF tensor in a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// One tensor of this name.
    One(String),
    /// Queries, keys and values of an attention layer in one matrix or vector; the name's parts
    /// before and behind `{q,k,v}_proj`.
    Qkv { before: String, after: &'static str },
    /// The matrices of all experts; the name's parts before and behind the number of one.
    Experts { before: String, after: &'static str },
    /// The same with rows of the gate, then of `up`.
    GateUpExperts { before: String },
}

fn of(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == name).map(|(_, place)| *place)
}

/// The block and the rest of a name `blk.N.REST`.
fn block(name: &str) -> Option<(usize, &str)> {
    let (number, rest) = name.strip_prefix("blk.")?.split_once('.')?;
    let is_plain = number == "0" || !number.starts_with('0');
    let is_number = is_plain && number.bytes().all(|b| b.is_ascii_digit());
    Some((number.parse().ok().filter(|_| is_number)?, rest))
}

/// The place of a tensor in a model of `layers` layers, behind which the blocks of further tokens
/// lie. `attends`: whether a layer attends. `None` for an unknown name.
pub fn place(name: &str, layers: usize, attends: impl Fn(usize) -> bool) -> Option<Place> {
    let Some((index, rest)) = block(name) else {
        let is_outside = !name.starts_with("ssm_");
        return of(WHOLE, name).filter(|_| is_outside).map(|name| Place::One(name.to_owned()));
    };
    let (layer, is_further) = match index.checked_sub(layers) {
        None => (format!("model.layers.{index}"), false),
        Some(further) => (format!("mtp.layers.{further}"), true),
    };
    if let Some(name) = of(FURTHER, rest).filter(|_| is_further) {
        return Some(Place::One(name.to_owned()));
    }
    let is_whole = rest.starts_with("ssm_");
    if let Some(name) = of(WHOLE, rest).filter(|_| is_whole) {
        return Some(Place::One(format!("{layer}.{name}")));
    }
    let (part, kind) = rest.rsplit_once('.')?;
    let kind = ["weight", "bias"].into_iter().find(|known| *known == kind)?;
    if part == "attn_qkv" {
        let after = if kind == "weight" { "_proj.weight" } else { "_proj.bias" };
        return Some(match is_further || attends(index) {
            true => Place::Qkv { before: format!("{layer}.self_attn."), after },
            false => Place::One(format!("{layer}.linear_attn.in_proj_qkv.{kind}")),
        });
    }
    if let Some(place) = of(PARTS, part) {
        return Some(Place::One(format!("{layer}.{place}.{kind}")));
    }
    if kind == "bias" {
        return None;
    }
    let before = format!("{layer}.mlp.experts.");
    if part == "ffn_gate_up_exps" {
        return Some(Place::GateUpExperts { before });
    }
    for (stem, after) in EXPERTS {
        let Some(rest) = part.strip_prefix(stem) else { continue };
        if rest == "_exps" {
            return Some(Place::Experts { before, after });
        }
        let expert = rest.strip_prefix('.').filter(|e| e.bytes().all(|b| b.is_ascii_digit()));
        if let Some(expert) = expert.and_then(|expert| expert.parse::<usize>().ok()) {
            return Some(Place::One(format!("{before}{expert}.{after}.weight")));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_one_place_or_none() {
        let place = |name: &str| super::place(name, 2, |layer| layer == 1);
        let one = |name: &str| Some(Place::One(name.to_owned()));
        assert_eq!(place("blk.1.attn_q.bias"), one("model.layers.1.self_attn.q_proj.bias"));
        assert_eq!(place("blk.0.ssm_a"), one("model.layers.0.linear_attn.A_log"));
        assert_eq!(place("blk.0.attn_qkv.weight"), {
            one("model.layers.0.linear_attn.in_proj_qkv.weight")
        });
        let qkv = |before: &str| Some(Place::Qkv { before: before.into(), after: "_proj.weight" });
        assert_eq!(place("blk.1.attn_qkv.weight"), qkv("model.layers.1.self_attn."));
        assert_eq!(place("blk.2.attn_qkv.weight"), qkv("mtp.layers.0.self_attn."));
        assert_eq!(place("blk.2.nextn.hnorm.weight"), one("mtp.pre_fc_norm_hidden.weight"));
        let expert = "model.layers.0.mlp.experts.7.up_proj.weight";
        assert_eq!(place("blk.0.ffn_up.7.weight"), one(expert));
        for name in [
            "blk.0.nextn.hnorm.weight",
            "blk.00.attn_q.weight",
            "blk.+1.attn_q.weight",
            "blk.1.attn_q",
            "blk.1.attn_q.scale",
            "blk.1.token_embd.weight",
            "blk.1.ffn_up_exps.bias",
            "blk.1.ffn_up..weight",
            "blk.1.ffn_up.x.weight",
            "blk.1.",
            "blk.",
            "ssm_a",
            "v.blk.0.attn_q.weight",
        ] {
            assert_eq!(place(name), None, "{name}");
        }
    }
}
