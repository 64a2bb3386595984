//! Formats of texts that are enforced, as expressions of whole texts.

/// Years 0001 to 9999: not all readers of dates have a year 0.
macro_rules! year {
    () => {
        "(?:[1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])"
    };
}

/// RFC 3339, section 5.6, with the days that each month has.
macro_rules! date {
    () => {
        concat!(
            "(?:",
            year!(),
            "-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])",
            "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))",
            "|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])",
            "|(?:0[48]|[2468][048]|[13579][26])00)-02-29)"
        )
    };
}

/// RFC 3339, section 5.6, without leap seconds: most readers have none.
macro_rules! time {
    () => {
        concat!(
            "(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?",
            "(?:Z|[+\\-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
        )
    };
}

macro_rules! hostname {
    () => {
        concat!(
            "[a-zA-Z0-9](?:[a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])?",
            "(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])?){0,8}"
        )
    };
}

macro_rules! ipv4 {
    () => {
        concat!(
            "(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\\.){3}",
            "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
        )
    };
}

/// RFC 4291, section 2.2, without its dotted forms.
macro_rules! ipv6 {
    () => {
        concat!(
            "(?:(?:H:){7}H|(?:H:){1,7}:|(?:H:){1,6}:H|(?:H:){1,5}(?::H){1,2}",
            "|(?:H:){1,4}(?::H){1,3}|(?:H:){1,3}(?::H){1,4}|(?:H:){1,2}(?::H){1,5}",
            "|H:(?::H){1,6}|:(?::H){1,7}|::)"
        )
    };
}

const FORMATS: &[(&str, &str)] = &[
    ("date-time", concat!(date!(), "T", time!())),
    ("date", date!()),
    ("time", time!()),
    (
        "duration",
        concat!(
            "P(?:[0-9]{1,9}W|(?:[0-9]{1,9}Y(?:[0-9]{1,9}M(?:[0-9]{1,9}D)?)?",
            "|[0-9]{1,9}M(?:[0-9]{1,9}D)?|[0-9]{1,9}D)(?:T(?:[0-9]{1,9}H(?:[0-9]{1,9}M",
            "(?:[0-9]{1,9}S)?)?|[0-9]{1,9}M(?:[0-9]{1,9}S)?|[0-9]{1,9}S))?",
            "|T(?:[0-9]{1,9}H(?:[0-9]{1,9}M(?:[0-9]{1,9}S)?)?",
            "|[0-9]{1,9}M(?:[0-9]{1,9}S)?|[0-9]{1,9}S))"
        ),
    ),
    (
        "email",
        concat!(
            "[a-zA-Z0-9_+\\-]{1,32}(?:\\.[a-zA-Z0-9_+\\-]{1,15}){0,2}",
            "@(?:[a-zA-Z0-9](?:[a-zA-Z0-9\\-]{0,61}[a-zA-Z0-9])?\\.){1,3}[a-zA-Z]{2,24}"
        ),
    ),
    ("hostname", hostname!()),
    ("ipv4", ipv4!()),
    ("ipv6", ipv6!()),
    ("uuid", "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"),
    (
        "uri",
        concat!(
            "[a-zA-Z][a-zA-Z0-9+\\-.]*:(?://(?:(?:[a-zA-Z0-9\\-._~!$&'()*+,;=:]|%X)*@)?(?:",
            hostname!(),
            "|\\[",
            ipv6!(),
            "\\])(?::[0-9]{1,4})?(?:/(?:[a-zA-Z0-9\\-._~!$&'()*+,;=:@]|%X)*)*",
            "|/?(?:[a-zA-Z0-9\\-._~!$&'()*+,;=:@]|%X)+(?:/(?:[a-zA-Z0-9\\-._~!$&'()*+,;=:@]|%X)*)*)",
            "(?:\\?(?:[a-zA-Z0-9\\-._~!$&'()*+,;=:@/?]|%X)*)?",
            "(?:#(?:[a-zA-Z0-9\\-._~!$&'()*+,;=:@/?]|%X)*)?"
        ),
    ),
];

/// Names of the formats that are enforced.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|(name, _)| *name)
}

/// The expression of a format. `None`: it says nothing of the text.
pub(super) fn expression(name: &str) -> Option<String> {
    let (name, text) = FORMATS.iter().find(|(known, _)| *known == name)?;
    Some(match *name {
        "ipv6" => text.replace('H', "[0-9a-fA-F]{1,4}"),
        "uri" => {
            let (head, tail) = text.split_at(text.find("|\\[")?);
            let (six, rest) = tail.split_at(tail.find("\\])")?);
            let text = format!("{head}{}{rest}", six.replace('H', "[0-9a-fA-F]{1,4}"));
            text.replace("%X", "%[0-9a-fA-F]{2}")
        }
        _ => (*text).to_owned(),
    })
}
