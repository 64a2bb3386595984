"""Names of files, keys and things; pieces of code."""

from words import NAMES

ws = lambda s: s.split()
STEMS = {
    "conf": ws(
        "app config settings server database db cache logging deploy staging prod production dev local default limits features "
        "flags worker queue mailer auth session network proxy gateway cluster monitor alerts backup storage search theme "
        "editor ui build release pipeline service router broker scheduler cron metrics tracing secrets profile runtime options "
        "params prefs env camera printer player sensor thermostat backend frontend api uploads billing payments tenant locale"
    ),
    "code": ws(
        "main app utils helpers index server client parser lexer handler router models views config auth login session cache "
        "queue worker scheduler mailer report invoice cart order user account price shipping tax discount math geometry vector "
        "matrix matcher tokenizer formatter loader saver reader writer timer clock counter logger metrics api db store repo "
        "service controller util common constants defaults limits shapes game player board enemy level score sensor motor pump "
        "relay weather convert units dates strings validate retry backoff limiter upload download sync merge graph tree stack "
        "heap ring buffer pool"
    ),
    "note": ws(
        "notes plan todo ideas meeting agenda minutes journal diary draft summary report readme changelog review handover "
        "onboarding faq guide howto overview outline letter speech story chapter1 chapter2 intro poem recipe soup bread "
        "packing trip travel budget shopping garden birthday wedding party reading homework lecture thesis abstract questions "
        "answers feedback retro standup incident postmortem runbook oncall rota schedule contacts welcome announcement memo "
        "invite rules roadmap goals wishes memo1 scratch log lab experiment setup hints"
    ),
    "data": ws(
        "users orders items products stock inventory prices sales customers members people staff students grades scores "
        "results measurements readings samples temperatures rainfall stations cities countries invoices payments expenses "
        "visits events tickets bookings rooms books albums tracks birds plants trees routes flights parts suppliers servers "
        "hosts jobs builds runs regions teams players matches devices"
    ),
}
DIRS = {
    "conf": ws(
        "config conf cfg etc settings deploy ops infra .github env k8s ansible app/config services/api charts server setup " ".config packages/web backend"
    )
    + [""] * 9,
    "code": ws(
        "src src src lib lib app pkg internal cmd core scripts tools backend frontend server client modules util src/core "
        "src/util packages/core services/auth crates/engine game examples firmware web api/v1 bin plugins"
    )
    + [""] * 6,
    "note": ws(
        "docs docs notes notes doc wiki drafts writing personal meetings 2024 2025 home school thesis journal recipes letters "
        "blog posts content archive team hr uni projects work desk manual ops"
    )
    + [""] * 9,
    "data": ws("data data data datasets csv tables exports reports input raw results lab fixtures assets import stats out") + [""] * 5,
    "log": ws("logs logs log var/log var tmp out run build ci reports") + [""] * 3,
}
SAID = ws(
    "add remove update check fix clean call email order buy book pack send print review test write read sort water paint "
    "move return renew cancel plan prepare wash repair copy scan sign pay bring collect replace measure label refactor "
    "document deploy restart upgrade rotate archive merge tag"
)
MONTH = ws("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")
DAY = ws("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
PLACES = ws(
    "Berlin Pune Austin Leipzig Chennai Boston Hamburg Mumbai Denver Graz Kochi Seattle Bremen Delhi Portland Zurich "
    "Jaipur Chicago Ulm Mysore Dallas Bonn Indore Miami Kiel Surat Tampa Linz Goa Tucson Oslo Lyon Porto Turin Gdansk "
    "Malmo Brno Ghent Cork Leeds"
)
PEOPLE = NAMES + ws(
    "Anil Priya Deepak Lakshmi Rahul Sneha Vikram Meera Arjun Kavya Sunil Divya Jürgen Heike Uwe Katrin Torsten Anke "
    "Stefan Birgit Klaus Ute Matthias Silke Brad Kayla Tyler Megan Chad Ashley Cody Brooke Hank Marge Dale Peggy Wei Jin "
    "Yuki Aisha Omar Fatima Chen Olu Nkechi Thabo Zanele Pablo Lucia Diego Sofia"
)
FOOD = ws(
    "flour sugar salt milk eggs butter yeast rice lentils onions garlic ginger tomatoes potatoes carrots cumin pepper "
    "cheese bread apples lemons honey oil vinegar oats beans spinach basil mint yoghurt cream noodles mushrooms leeks "
    "walnuts raisins cocoa coffee tea"
)
KEYS = ws(
    "port host timeout retries workers threads level debug region user owner email name title version mode theme color "
    "width height depth limit max_size min_size batch_size interval delay ttl path root output input format encoding "
    "language locale timezone currency rate ratio scale speed volume brightness contrast threshold seed epochs steps lr "
    "dropout bucket queue topic channel token_ttl cache_dir log_level log_file database schema table pool_size replicas "
    "memory cpu disk image tag branch commit target profile license author contact phone room floor shift price stock "
    "quantity weight temperature pressure humidity voltage backup_time max_users page_size sender subject signature alias "
    "prefix suffix separator"
)
SORT_OF = {
    "port": "num",
    "host": "host",
    "timeout": "dur",
    "retries": "num",
    "workers": "num",
    "level": "level",
    "debug": "bool",
    "email": "mail",
    "version": "version",
    "color": "color",
    "limit": "num",
    "ttl": "dur",
    "interval": "dur",
    "log_level": "level",
    "pool_size": "num",
    "replicas": "num",
    "memory": "size",
    "cpu": "num",
    "path": "path",
    "root": "path",
    "cache_dir": "path",
    "threads": "num",
    "max_size": "size",
    "price": "num",
    "stock": "num",
    "width": "num",
    "height": "num",
    "seed": "num",
    "batch_size": "num",
    "contact": "mail",
    "sender": "mail",
}
CODE = [
    ("py", "snake", "def {n}():\n    return {v}"),
    ("py", "snake", "def {n}({a}):\n    return {a} * {v}"),
    ("py", "snake", "import os\n\ndef {n}({a}, {b}={v}):\n    return {a} + {b}"),
    ("py", "snake", "class {C}:\n    size = {w}\n\n    def {n}(self):\n        return {v}"),
    ("py", "snake", "from {a} import {b}\n\ndef {n}(x):\n    if x > {v}:\n        return {b}(x)\n    return {w}"),
    ("rs", "snake", "pub fn {n}() -> u32 {\n    {v}\n}"),
    ("rs", "snake", 'fn {n}({a}: i32) -> i32 {\n    {a} + {v}\n}\n\nfn main() {\n    println!("{}", {n}({w}));\n}'),
    ("rs", "snake", "use std::fs;\n\npub fn {n}({a}: &[u8]) -> bool {\n    {a}.len() > {v}\n}"),
    ("js", "camel", "function {n}() {\n  return {v};\n}\n\nmodule.exports = { {n} };"),
    ("js", "camel", "export const {n} = ({a}) => {a} * {v};"),
    ("js", "camel", "const {a} = {v};\n\nexport function {n}(x) {\n  return x - {a};\n}"),
    ("ts", "camel", "export function {n}({a}: number): number {\n  return {a} + {v};\n}"),
    ("ts", "camel", "interface {C} {\n  {a}: string;\n}\n\nexport const {n}: number = {v};"),
    ("tsx", "pascal", "export default function {n}() {\n  return <p>{v} {a}</p>;\n}"),
    ("go", "camel", "package {a}\n\nfunc {n}() int {\n\treturn {v}\n}"),
    ("go", "camel", 'package main\n\nimport "fmt"\n\nfunc {n}(x int) int {\n\treturn x + {v}\n}\n\nfunc main() {\n\tfmt.Println({n}({w}))\n}'),
    ("java", "camel", "public class {C} {\n    static int {n}() {\n        return {v};\n    }\n}"),
    ("c", "snake", "#include <stdio.h>\n\nint {n}(void) {\n    return {v};\n}"),
    ("c", "snake", "static int {a} = {w};\n\nint {n}(int x) {\n    return x * {v};\n}"),
    ("h", "snake", "#pragma once\n\n#define {A} {v}\nint {n}(int {a});"),
    ("cpp", "snake", "#include <vector>\n\nint {n}(int {a}) {\n  return {a} % {v};\n}"),
    ("cs", "pascal", "class {C} {\n    public int {n}() => {v};\n}"),
    ("rb", "snake", "def {n}({a})\n  {a} + {v}\nend"),
    ("rb", "snake", "{A} = {w}\n\ndef {n}\n  {v}\nend"),
    ("php", "camel", "<?php\nfunction {n}() {\n    return {v};\n}"),
    ("sh", "snake", "#!/bin/sh\n{n}() {\n  sleep {v}\n}\n{n}"),
    ("sh", "snake", '#!/bin/bash\nset -e\n{A}={v}\necho "{n} ${A}"'),
    ("kt", "camel", "fun {n}(): Int {\n    return {v}\n}"),
    ("kt", "camel", "fun {n}({a}: Int) = {a} * {v}"),
    ("swift", "camel", "func {n}() -> Int {\n    return {v}\n}"),
    ("lua", "snake", "local function {n}({a})\n  return {a} + {v}\nend\n\nreturn {n}"),
    ("sql", "snake", "SELECT {a}, {b}\nFROM {n}\nWHERE {a} > {v};"),
    ("sql", "snake", "CREATE TABLE {n} (\n  id INTEGER,\n  {a} VARCHAR({v})\n);"),
    ("css", "kebab", ".{n} {\n  width: {v}px;\n  margin: {w}px;\n}"),
    ("html", "kebab", '<div id="{n}">\n  <b>{v}</b> {a}\n</div>'),
    ("hs", "camel", "{n} :: Int -> Int\n{n} x = x + {v}"),
    ("r", "snake", "{n} <- function(x) {\n  x / {v}\n}"),
    ("ex", "snake", "defmodule {C} do\n  def {n}, do: {v}\nend"),
    ("pl", "snake", "sub {n} {\n    return {v};\n}\n1;"),
    ("zig", "camel", "pub fn {n}() u32 {\n    return {v};\n}"),
    ("jl", "snake", "function {n}(x)\n    x ^ {v}\nend"),
    ("scala", "camel", "object {C} {\n  def {n}: Int = {v}\n}"),
    ("dart", "camel", "int {n}() {\n  return {v};\n}"),
    ("py", "snake", '"""{C} helpers."""\n{A} = {v}\n\ndef {n}(x):\n    return x + {A}'),
    ("ino", "camel", "int {n} = {v};\n\nvoid setup() {\n  delay({w});\n}"),
    ("bat", "snake", "@echo off\nset {A}={v}\necho {n}"),
    ("ps1", "camel", "function {n} {\n    return {v}\n}"),
    ("m", "snake", "function y = {n}(x)\n  y = x * {v};\nend"),
]
