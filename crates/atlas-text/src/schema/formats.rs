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
            "@[a-zA-Z0-9]{1,30}(?:-[a-zA-Z0-9]{1,30}){0,2}",
            "(?:\\.[a-zA-Z0-9]{1,30}(?:-[a-zA-Z0-9]{1,30}){0,2}){0,2}\\.[a-zA-Z]{2,12}"
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
            "|/?(?:[a-zA-Z0-9\\-._~!$&'()*+,;=:@]|%X)+",
            "(?:/(?:[a-zA-Z0-9\\-._~!$&'()*+,;=:@]|%X)*)*)",
            "(?:\\?(?:[a-zA-Z0-9\\-._~!$&'()*+,;=:@/?]|%X)*)?",
            "(?:#(?:[a-zA-Z0-9\\-._~!$&'()*+,;=:@/?]|%X)*)?"
        ),
    ),
];

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::literals::matches;

    #[test]
    fn formats_take_valid_texts_alone() {
        for (format, good, bad) in [
            (
                "date-time",
                &["2024-02-29T23:59:59Z", "2026-11-30T00:00:00.5+02:00"][..],
                &["2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z", "noon"][..],
            ),
            ("date", &["2000-02-29", "1999-04-30"], &["1900-02-29", "1999-04-31", "0000-01-01"]),
            ("time", &["09:30:00Z", "23:59:59.25-11:30"], &["24:00:00Z", "09:30:00", "9:30:00Z"]),
            ("duration", &["P3Y6M4DT12H30M5S", "PT5M", "P2W"], &["P", "PT", "5M", "P1D2H"]),
            ("email", &["a.b+c@example.com"], &["a@b", "@example.com", "a b@example.com"]),
            ("hostname", &["example", "a-b.example"], &["-a.b", "a_b"]),
            ("ipv4", &["127.0.0.1", "255.10.9.0"], &["256.0.0.1", "1.2.3", "01.2.3.4"]),
            ("ipv6", &["::1", "2001:db8::8a2e:370:7334"], &[":::", "1:2:3", "g::1"]),
            (
                "uuid",
                &["123e4567-e89b-12d3-a456-426614174000"],
                &["123e4567e89b12d3a456426614174000"],
            ),
            (
                "uri",
                &["https://a.example/b?c=d#e", "urn:isbn:0451450523"],
                &["a b", "//x", "http://"],
            ),
        ] {
            let expression = expression(format).expect(format);
            for text in good {
                assert!(matches(&expression, text), "{format}: {text}");
            }
            for text in bad {
                assert!(!matches(&expression, text), "{format}: {text}");
            }
        }
        assert_eq!(FORMATS.len(), 10);
        assert_eq!(expression("color"), None);
    }
}
