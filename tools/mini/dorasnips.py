"""Small source files in many languages; a hole stands between per cent signs."""

SNIPS = r'''
py
def %f%(%v%):
    return %v% * %n%
--
import os

%E% = os.environ.get("%E%", "%n%")
--
from pathlib import Path

def %f%(path):
    return Path(path).read_text().strip()
--
class %C%:
    def __init__(self, %v%):
        self.%v% = %v%
--
print("%s%")
--
import sys

for line in sys.stdin:
    print(line.strip().upper())
--
def %f%(items):
    total = 0
    for item in items:
        total += item
    return total

print(%f%([%d%, %n%]))
--
%E% = %n%
%E2% = "%s%"
--
def test_%f%():
    assert %d% + %n% > 0
--
import json

with open("%v%.json") as f:
    %v2% = json.load(f)
print(len(%v2%))
--
%v%s = ["%h%", "%h2%", "%a%"]
for %v% in sorted(%v%s):
    print(%v%)
--
from flask import Flask

app = Flask(__name__)

@app.route("/%v%")
def %f%():
    return "%s%"
--
def main():
    print("%s%")


if __name__ == "__main__":
    main()
===
rs
fn main() {
    println!("%s%");
}
--
pub fn %f%(%v%: u32) -> u32 {
    %v% + %n%
}
--
pub const %E%: usize = %n%;
--
mod %v%;
mod %v2%;

fn main() {
    %v%::%g%();
}
--
#[derive(Debug, Clone)]
pub struct %C% {
    pub %v%: String,
    pub %v2%: u64,
}
--
#[test]
fn %f%_works() {
    assert_eq!(%n% + 1, %n% + 1);
}
--
pub enum %C% {
    %C2%,
    %C3%,
}
--
use std::fs;

pub fn %f%(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}
--
pub trait %C% {
    fn %f%(&self) -> bool;
}
===
js
export const %E% = %n%;
--
function %f%(%v%) {
  return %v% + %n%;
}

module.exports = { %f% };
--
console.log("%s%");
--
const express = require("express");
const app = express();

app.get("/%v%", (req, res) => res.send("%s%"));
app.listen(%P%);
--
export default class %C% {
  constructor(%v%) {
    this.%v% = %v%;
  }
}
--
document.querySelector("#%v%").addEventListener("click", () => {
  alert("%s%");
});
--
const %v%s = ["%h%", "%h2%"];
for (const %v% of %v%s) console.log(%v%);
--
setInterval(%f%, %n%);
===
ts
export interface %C% {
  %v%: string;
  %v2%: number;
}
--
export type %C% = "%a%" | "%a2%";
--
export function %f%(%v%: number): number {
  return %v% * %n%;
}
--
import { %f% } from "./%v%";

%f%(%n%);
--
export enum %C% { %C2% = %d%, %C3% = %n% }
===
go
package main

import "fmt"

func main() {
	fmt.Println("%s%")
}
--
package %v%

const %C% = %n%
--
package %v%

func %C%(n int) int {
	return n + %n%
}
--
package %v%

type %C% struct {
	Name string
	Size int
}
===
sh
#!/bin/sh
set -e
echo "%s%"
--
#!/usr/bin/env bash
for f in *.%v%; do
  echo "$f"
done
--
export %E%=%n%
export %E2%=%h%
--
#!/bin/sh
cd "$(dirname "$0")"
exec ./%h% --%a%
--
curl -fsS http://localhost:%P%/%v% > %v%.txt
--
#!/bin/sh
tar czf %v%-backup.tar.gz %v2%/
--
if [ -z "$%E%" ]; then
  echo "%E% is not set"
  exit 1
fi
===
html
<h1>%t%</h1>
<p>%s%</p>
--
<!doctype html>
<title>%t%</title>
<body>
  <h1>%s%</h1>
</body>
--
<ul>
  <li>%h%</li>
  <li>%h2%</li>
  <li>%v%</li>
</ul>
--
<a href="/%v%.html">%t%</a>
--
<form action="/%v%" method="post">
  <input name="%v2%" required>
  <button>%s%</button>
</form>
--
<nav><a href="/">Home</a> <a href="/%v%">%t%</a></nav>
===
css
body {
  margin: %n%px;
  font-family: sans-serif;
}
--
.%v%-%v2% { color: #%n%; }
--
:root {
  --%v%: %n%px;
  --%v2%: %d%rem;
}
--
#%v% { display: none; }
@media print { .%v2% { display: none; } }
===
sql
CREATE TABLE %v%s (
  id INTEGER PRIMARY KEY,
  %v2% TEXT NOT NULL
);
--
SELECT %v%, COUNT(*) FROM %v2%s GROUP BY %v%;
--
INSERT INTO %v%s (id, name) VALUES (%d%, '%p%');
INSERT INTO %v%s (id, name) VALUES (%n%, '%p2%');
--
DROP TABLE IF EXISTS %v%s;
--
ALTER TABLE %v%s ADD COLUMN %v2% INTEGER DEFAULT %d%;
--
CREATE INDEX idx_%v% ON %v2%s (%v%);
===
Dockerfile
FROM python:3.%d%-slim
WORKDIR /app
COPY . .
CMD ["python", "%v%.py"]
--
FROM rust:1.%n%
WORKDIR /src
COPY . .
RUN cargo build --release
--
FROM node:%n%
EXPOSE %P%
CMD ["node", "%v%.js"]
--
FROM alpine:3.%d%
RUN apk add --no-cache %h%
ENV %E%=%n%
===
Makefile
build:
	cargo build --release
test:
	cargo test
--
%v%: %v%.c
	cc -O2 -o %v% %v%.c
--
.PHONY: clean
clean:
	rm -rf %v%/
--
VERSION := %V%
all: %g% %g2%
===
yaml
name: %h%
on: push
jobs:
  test:
    runs-on: ubuntu-latest
--
services:
  %h%:
    image: %h%:%V%
    ports: ["%P%:%P%"]
--
%v%: %n%
%v2%: %a%
--
replicas: %d%
image: %h%/%v%:%V%
--
- %o%
- %o2%
- %o3%
--
title: "%t%"
draft: true
author: %p%
===
toml
[package]
name = "%h%"
version = "%V%"
edition = "2021"
--
[%v%]
%v2% = %n%
%a% = true
--
[tool.%h%]
line-length = %n%
===
json
{"%v%": %n%, "%v2%": "%a%"}
--
{
  "name": "%h%",
  "version": "%V%"
}
--
["%h%", "%h2%", "%h3%"]
--
{
  "%v%": {"%v2%": %n%},
  "debug": false
}
===
md
# %t%

%s%.
--
# %h%

A small tool to %g% %v%s.
--
## %t%
- %o%
- %o2%
--
- [ ] %o%
- [x] %o2%
- [ ] %o3%
--
Ask %p% about the %v%.
===
txt
%o%
%o2%
--
%p%: %v%
%p2%: %v2%
--
%s%
--
%h%==%V%
%h2%==%V2%
===
c
#include <stdio.h>

int main(void) {
    puts("%s%");
    return 0;
}
--
#define %E% %n%
--
int %f%(int %v%) {
    return %v% - %n%;
}
===
java
public class %C% {
    int %v% = %n%;
}
--
interface %C% {
    void %f%();
}
===
rb
class %C%
  attr_reader :%v%
end
--
puts "%s%"
--
%v%s = %w[%h% %h2%]
%v%s.each { |x| puts x }
===
lua
local %v% = %n%
return %v%
--
function %f%(x)
  return x * %n%
end
===
csv
id,name,%v%
%d%,%p%,%n%
%n2%,%p2%,%n3%
--
%v%,%n%
%v2%,%n2%
===
ini
[%v%]
%v2%=%n%
mode=%a%
===
gitattributes
*.%v% text eol=lf
===
env
%E%=%n%
%E2%=%h%
--
PORT=%P%
'''
