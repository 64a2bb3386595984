"""Ways of asking for edits."""
from dorabase import add

add(r'''
## dora.swap
In {p}, replace {t} with {u}.
Change {t} to {u} in {p}.
{p}: {t} -> {u}
{p} still says {t}. It should say {u}.
Swap {t} for {u} in {p} please
Where {p} has {t}, put {u}.
I'd like {u} instead of {t} in {p}.
Can you edit {p}? {t} must become {u}.
Find {t} in {p} and turn it into {u}.
s/{T}/{U}/ in {P}
There's {t} in {p}, and that's wrong: {u} is right.
Make {p} read {u} where it reads {t} today.
It has to be {u}, not {t}. File: {p}.
Ticket: wrong text in {p}\nIs: {T}\nShould be: {U}
The reviewer wants {u} in {p}; at the moment there is {t}.
Old: {T}\nNew: {U}\nFile: {P}
- {T}\n+ {U}\n\n({P}) please apply
{u} replaces {t} (see {p}).
Would you mind putting {u} in place of {t}? It's in {p}.
My bad, I typed {t} in {p} but meant {u}.
open {P}, look for {t}, write {u} over it, save
{p} needs one change. From {t} to {u}.

## dora.swap_two
In {p} change {t} to {u}, and in {q} change {t2} to {u2}.
Two edits: {p}: {t} -> {u}; {q}: {t2} -> {u2}
1. {p}: replace {t} by {u}\n2. {q}: replace {t2} by {u2}
{t} in {p} should be {u}. Likewise {t2} in {q} should be {u2}.
First make {t} {u} in {p}, then make {t2} {u2} in {q}.
Please fix two files. {p} has {t}, wanted is {u}. {q} has {t2}, wanted is {u2}.
- {P}: {T} => {U}\n- {Q}: {T2} => {U2}
After you've put {u} for {t} into {p}, go to {q} and put {u2} for {t2}.
I need {u} instead of {t} ({p}) and {u2} instead of {t2} ({q}).
{p} says {t}, {q} says {t2}. Make that {u} and {u2}.
Review comments:\n* {p}: {u} rather than {t}\n* {q}: {u2} rather than {t2}
Could you replace {t} with {u} in {p}? And while you're at it, {t2} with {u2} in {q}.

## dora.swap_twice
Two changes in {p}: {t} becomes {u} and {t2} becomes {u2}.
In {p}, replace {t} with {u} and {t2} with {u2}.
{p}\n- {T} -> {U}\n- {T2} -> {U2}
{p} needs {u} for {t}, also {u2} for {t2}.
Edit {p}. First {t} to {u}, then {t2} to {u2}.
Please put {u} where {t} is and {u2} where {t2} is, all in {p}.
There are two mistakes in {p}. {t} should be {u}; {t2} should be {u2}.
1) {t} => {u}\n2) {t2} => {u2}\nBoth in {p}.
I misremembered twice in {p}: not {t} but {u}, and not {t2} but {u2}.
{p}, please: {u} instead of {t}, and {u2} instead of {t2}.
Same file, two replacements ({p}): {t}/{u} and {t2}/{u2}.
Could you touch up {p}? I want {t} changed to {u}. I also want {t2} changed to {u2}.

## dora.rename_one
Rename {k} to {l} in {p}.
In {p}, {k} should be called {l}.
{p}: {k} => {l}, every use
Call it {l} instead of {k} in {p}.
{k} is a bad name. Make it {l} ({p}).
Please change the name {k} into {l} throughout {p}
Refactor {p}: the identifier {k} becomes {l}.
Give {k} a better name, {l}, in {p}.
I want {k} in {p} renamed; new name {l}.
We agreed on {l} for what {p} calls {k}. Adjust it.
All occurrences of {k} in {p} must become {l}.
Title: rename {k}\nFile: {P}\nNew name: {L}
{l} is the name everybody uses, only {p} says {k}. Fix that please.
Could you do the rename {k} -> {l} in {p} for me?

## dora.rename_named
Rename {k} to {l} in {PS}.
{k} is used in {PS}. It should be {l} there.
In each of these files change {k} to {l}: {PS}
{PS}: replace {k} by {l}
The name {k} must go. Use {l} in {PS}.
Please do a rename, {k} -> {l}, files {PS}.
We call {k} {l} now. Affected: {PS}.
Change {k} into {l}. You will find it in {PS}.
Files: {PS}\nOld name: {K}\nNew name: {L}
{l} instead of {k}, please, in {PS}, nowhere else.
I have to rename {k}; {PS} mention it. The new name is {l}.
Refactoring: {k} gets the name {l}. That concerns {PS}.

## dora.rename_all
Rename {k} to {l} everywhere.
Replace every {k} by {l} in the whole project.
{k} should be called {l}, in all files.
I don't know which files use {k}; wherever it is, make it {l}.
Project-wide rename: {k} => {l}
Search all files for {k} and change it to {l}.
No file should mention {k} any more. The name is {l} now.
Could you hunt down {k} and rename it to {l}?
Global refactor. Old {k}, new {l}.
Go through the repo and turn each {k} into {l}.
Title: {k} must be named {l}\nScope: all files\nDone when: no {k} is left
We settled on {l} for {k}. Update whatever refers to it.
grep for {k}, and every hit becomes {l} please

## dora.bump_known
Bump {p} from {V} to {W}.
{p}: {V} -> {W}
Version {V} in {p} should be {W}.
Change the version in {p} from {v} to {w}.
We're releasing {W}. {p} still has {V}, update it.
Please raise the version number, {V} becomes {W} ({p}).
It's {W} now, not {V}; fix {p}.
release {W}! {P} says {V}
Set {W} instead of {V} in {p}.
Replace {V} with {W} in {p}, we release today.
The number in {p} is {V}. Make it {W}.
I tagged {W} but {p} says {V}. Bring it in line.
Ticket: bump {p}\nfrom: {V}\nto: {W}

## dora.bump_to
Bump {p} to {W}.
Set the version in {p} to {W}.
{p} should be at version {W}.
version {W} in {P} pls
We're about to release {W}; put that into {p}.
Update the version number in {p}. It's {W} now.
Make it {W} ({p}).
The next release is {W}. Adapt {p}.
Can you change whatever version {p} has to {W}?
{W} is the new version. Edit {p} so that it says so.
I forgot to raise the version in {p}: {W} please.
Please prepare {p} for {W}.
Release checklist, item 1: version in {p} = {W}.

## dora.bump_next
Bump the {X} version in {p}.
{P}: {X} bump
Do a {X} release bump in {p} and tell me the new version.
Increase the {X} number of the version in {p}.
Next {X} version in {p}, please.
{p} needs a {X} bump (semver). Which version is it then?
Raise {p} by one {X} version.
Time for a new {X} release. Update {p} and say what version we're on.
Please increment the version in {p}: {X}.
I fixed a few things, so bump {p}. A {X} bump is enough.
semver {X} +1 in {P}
Could you take {p} to its next {X} version?

## dora.set_value
Set {k} to {w} in {p}.
{p}: {k} should be {w}.
Change {k} in {p} to {w}.
{k} = {w} ({P})
Make {k} {w}, it's in {p}.
I want {w} for {k} in {p}.
Please update {p} so that {k} has the value {w}.
{w} is the right value for {k}, adjust {p}.
Could you put {k} at {w}? See {p}.
What {p} has for {k} isn't good; use {w}.
In {p} there's a {k}. Its value must be {w}.
Let's try {w} for {k} ({p}).
Tuning day: {p}, {k}, new value {w}.
Ticket: {k} wrong\nFile: {P}\nExpected value: {W}
We agreed in the meeting that {k} is {w}. Please write that into {p}, I don't know what's there now.
{k} -> {w} in {P}
The docs promise that {k} is {w}. Make {p} match.

## dora.toggle_on
Turn {k} on in {p}.
Enable {k} ({p}).
{k} should be true in {p}.
Switch {k} on, it's in {p}.
{P}: {k} on
I need {k} enabled, please edit {p}.
{p} has {k} off. I want it on.
Could you activate {k} in {p}?
Set {k} to true in {p}.
Flip {k} in {p} from false to true.
For the test run {k} has to be true; see {p}.
{k}, currently false in {p}, shall be true.

## dora.toggle_off
Turn {k} off in {p}.
Disable {k} ({p}).
{k} should be false in {p}.
Switch {k} off, it's in {p}.
{P}: {k} off
Nobody needs {k}, deactivate it in {p}.
{p} has {k} on. I want it off.
Can you make {k} false in {p}?
Set {k} to false in {p}.
Flip {k} in {p} from true to false.
Before we ship, {k} must be false; see {p}.
{k}, currently true in {p}, shall be false.

## dora.typo
Typo in {p}: {v} should be {w}.
{p} spells {w} as {v}. Correct it.
Fix the spelling of {v} in {p} ({w}).
it's {W}, not {V} - in {P}
Someone wrote {v} in {p}. It's {w}, obviously.
Please correct {v} to {w} in {p}.
Spell-check says {p} has {v}, which should read {w}.
My spelling is awful. {v} in {p} must be {w}, I'm told.
In {p} I mistyped {w} as {v}, repair that.
{v} isn't a word; change it to {w} ({p}).
codespell: {P}: {V} ==> {W}. Apply it.
A reader found a spelling mistake in {p}, {v}. It is written {w}.

## dora.comment_out
Comment out {t} in {p} (with {X}).
In {p} put {X} and a space in front of the line {t}.
Disable the line {t} in {p} by turning it into a {X} comment.
{p}: make {t} a comment, {X} style.
I don't want {t} to run for now. Comment it out in {p} using {X}.
Please switch {t} off in {p}; don't delete it, just prefix {X}.
The line {t} of {p} should start with {X} (a comment).
{t} in {p} is causing trouble, comment it with {X}.
Prefix {t} with {X} and a blank in {p}
Keep {t} in {p} but as a {X} comment.
Temporarily comment the line {t} ({p}, {X} comments).
Could you put a {X} before {t} in {p} so it's ignored?
''')
