"""Frames: changing text. {v} is the old text or the thing meant, {w} the new text."""

from senacore import ANSWERS, FRAMES, lines

FRAMES["edit_known"] = lines("""
Replace {v} by {w} in {p}
Replace {v} with {w} in {p}
In {p}, replace {v} with {w}
In {p} replace {v} by {w} please
Change {v} to {w} in {p}
Change {v} into {w} in the file {p}
In {p}, change {v} to {w}
In {p}, {v} should be {w}
{p}: {v} -> {w}
{p}: s/{v}/{w}/
Swap {v} for {w} in {p}
Substitute {w} for {v} in {p}
Edit {p} so that {v} becomes {w}
Edit {p}: {v} becomes {w}
Update {p}, {v} should now read {w}
Turn {v} into {w} in {p}
Make {v} in {p} say {w}
Please correct {v} to {w} in {p}
There's a mistake in {p}: {v} has to be {w}
{p} says {v}, but it must be {w}. Fix that
{p} says {v}. It should be {w}
Where {p} says {v}, write {w}
Could you replace {v} in {p}? The new text is {w}
Can you change {v} to {w} in {p}?
Rename {v} to {w} in {p}
The word {v} in {p} is wrong, use {w}
We don't say {v} any more. Put {w} in {p}
I want {w} instead of {v} in {p}
Use {w} instead of {v} in {p}
Instead of {v}, {p} should have {w}
Please do replace {v} with {w} in {p}
Kindly change {v} as {w} in {p}
Find {v} in {p} and replace it by {w}
Search {v}, replace {w}, file {p}
old: {v}~new: {w}~file: {p}
Modify {p}: old text {v}, new text {w}
Fix {p}: not {v} but {w}
Would you exchange {v} for {w} in {p}?
Put {w} where {v} is in {p}
Switch {p} from {v} to {w}
Let {p} say {w} and not {v}
Go to {p} and make {w} out of {v}
""")
ANSWERS["edit_known"] = lines("""
Replaced {v} with {w} in {p}.
{p} now says {w}.
I changed {v} to {w} in {p}.
Done, {v} is now {w} in {p}.
""")

FRAMES["typo"] = lines("""
There is a typo in {p}: {v} should be {w}
Typo in {p}: {v} instead of {w}
Fix the typo {v} in {p}, it's spelled {w}
Fix the spelling of {v} in {p} ({w})
{p} has a typo, {v}. Correct is {w}
I misspelled {w} as {v} in {p}
I wrote {v} in {p} but meant {w}
Please correct the misspelling {v} in {p} to {w}
The name {v} in {p} is spelled {w}
Spelling mistake: {v} in {p} must be {w}
In {p} someone typed {v}. It should be {w}
Correct {v} in {p}; the right spelling is {w}
Could you fix the typo in {p}? {v} -> {w}
Can you fix {v} in {p}? It's {w}
The reviewer found a typo in {p}: {v}, correct would be {w}
Oops, {v} in {p} should have been {w}
Kindly rectify the spelling mistake in {p}, {v} to be {w}
My fingers slipped: {v} in {p} is meant to be {w}
Small typo fix in {p} please: {v} to {w}
Typo fix: {p}, {v} => {w}
One letter is off in {p}: {v}, should be {w}
Spell {v} right in {p}: {w}
""")
ANSWERS["typo"] = lines("""
Fixed the typo in {p}: it says {w} now.
Corrected {v} to {w} in {p}.
{p} now spells it {w}.
Done, {v} is now {w} in {p}.
""")

FRAMES["set_value"] = lines("""
Set {k} to {w} in {p}
Set {k} in {p} to {w}
In {p}, set {k} to {w}
In {p} set {k} = {w}
Change {k} in {p} to {w}
Change the {k} in {p}, it should be {w}
Change the value of {k} in {p} to {w}
{k} in {p} should be {w}
{k} should be {w}. It is in {p}
Update {k} to {w} in {p}
Update {p}: {k} is now {w}
Make {k} {w} in {p}
Put {w} as {k} in {p}
Please use {w} for {k} in {p}
Please edit {p} so that {k} is {w}
Edit {p} and give {k} the value {w}
Give {k} in {p} the value {w}
Adjust {k} in {p} to {w}
Configure {k} as {w} in {p}
I want {k} to be {w} in {p}
I need {k} at {w} in {p}
We decided that {k} is {w} from now on, please update {p}
The {k} in {p} is not right, it has to be {w}
Can you set {k} to {w} in {p}?
Could you change {k} in {p}? New value: {w}
Kindly update the {k} to {w} in {p}
Switch {k} to {w} in {p}
Modify {k} in {p}, new value {w}
{p}: {k} -> {w}
{p}: new {k} is {w}
New value for {k} in {p}: {w}
Would you put {k} to {w} in {p}?
Let's try {w} for {k} in {p}
Whatever {k} is in {p}, make it {w}
I don't know what {k} is right now in {p}, but it should be {w}
Open {p} and set {k} to {w}
Fix {k} in {p}: should be {w}
Bring {k} in {p} to {w}
Ops asked for {k} = {w} in {p}
As of today {k} is {w}; {p} needs to know
""")
ANSWERS["set_value"] = lines("""
Set {k} to {w} in {p}.
{k} is now {w} in {p}.
I changed {k} from {v} to {w} in {p}.
{p} now has {k} set to {w}.
""")

FRAMES["bump"] = lines("""
Bump {k} in {p} from {v} to {w}
Raise {k} from {v} to {w} in {p}
Move {k} in {p} from {v} to {w}
In {p}, {k} goes from {v} to {w}
Change {k} from {v} to {w} in {p}
{p}: {k} {v} -> {w}
Please bump {k} to {w} in {p} (it is {v} now)
Set {k} to {w} in {p}; so far it is {v}
{k} is {v} in {p}. Make that {w}
Update {k} from {v} to {w} ({p})
Take {k} in {p} from {v} to {w}
{k} was {v}, should be {w}, in {p}
Switch {k} from {v} over to {w} in {p}
Go from {v} to {w} for {k} in {p}
Can you bump {k} from {v} to {w} in {p}?
Could you change {k} in {p}, currently {v}, to {w}?
Currently {k} is {v} in {p}. We need {w}
Kindly change {k} from {v} to {w} in {p}
Replace the {k} {v} in {p} by {w}
The {k} {v} in {p} is out of date, {w} is current
Upgrade {k} from {v} to {w} inside {p}
""")
ANSWERS["bump"] = lines("""
{k} is now {w} in {p}.
Changed {k} from {v} to {w} in {p}.
Done, {p} has {k} at {w}.
""")

FRAMES["edit_line"] = lines("""
Change line {n} of {p} to {x}
Change the {i} line of {p} to {x}
Replace the {i} line of {p} with {x}
Replace line {n} in {p} by {x}
Line {n} of {p} should be {x}
The {i} line of {p} should read {x}
The {i} line in {p} has to say: {x}
Make the {i} line of {p} this: {x}
Rewrite line {n} of {p}: {x}
Rewrite the {i} line of {p} so it says {x}
In {p}, the {i} line must become {x}
In {p} swap line {n} for {x}
Overwrite only line {n} of {p} with {x}
Please put {x} in place of the {i} line of {p}
Update line {n} in {p}. New text: {x}
Edit the {i} line of {p}; it should be {x}
Exchange the {i} line in {p} for this one: {x}
Can you replace line {n} of {p} with {x}?
Could you change the {i} line of {p} into {x}?
I don't like the {i} line of {p}. Write {x} there.
Kindly change line number {n} of {p} to {x}
{p}, line {n}, new text: {x}
Set line {n} of {p} to {x}
Substitute the {i} line of {p} by {x}
Let the {i} line of {p} be: {x}
""")
ANSWERS["edit_line"] = lines("""
Changed the {i} line of {p}.
Line {n} of {p} is replaced.
The {i} line of {p} now has the new text.
Done, I rewrote the {i} line of {p}.
""")

FRAMES["toggle_off"] = lines("""
Turn off {k} in {p}
Turn {k} off in {p}
Switch off {k} in {p}
Disable {k} in {p}
Please disable {k} in {p}
Deactivate {k} in {p}
{k} should be off in {p}
{k} must not be on in {p}, set it to false
Set {k} to false in {p}
I don't want {k} any more, {p} is the file
We no longer need {k}. Disable it in {p}
Can you switch {k} off in {p}?
Could you disable {k}? It's in {p}
In {p}, disable {k}
In {p}, {k} is on. Turn it off
Kindly disable the {k} flag in {p}
Make {k} false in {p}
Flip {k} to false in {p}
The flag {k} in {p} should be false
{p}: {k} off
Before the release {k} has to be false in {p}
""")
FRAMES["toggle_on"] = lines("""
Turn on {k} in {p}
Turn {k} on in {p}
Switch on {k} in {p}
Enable {k} in {p}
Please enable {k} in {p}
Activate {k} in {p}
{k} should be on in {p}
{k} must be on in {p}, set it to true
Set {k} to true in {p}
I want to have {k}, {p} is the file
We need {k}. Enable it in {p}
Can you switch {k} on in {p}?
Could you enable {k}? It's in {p}
In {p}, enable {k}
In {p}, {k} is off. Turn it on
Kindly enable the {k} flag in {p}
Make {k} true in {p}
Flip {k} to true in {p}
The flag {k} in {p} should be true
{p}: {k} on
For debugging {k} has to be true in {p}
""")
ANSWERS["toggle_off"] = lines("""
{k} is off in {p} now.
I set {k} to false in {p}.
Disabled {k} in {p}.
""")
ANSWERS["toggle_on"] = lines("""
{k} is on in {p} now.
I set {k} to true in {p}.
Enabled {k} in {p}.
""")

FRAMES["code_set"] = lines("""
Let {k} in {p} use {w}
{k} in {p} should use {w} instead of its current number
Change the number in {k} ({p}) to {w}
Change the constant in {k} in {p} to {w}
In {p}, make {k} work with {w}
Edit {p}: {k} should use {w}
Make {k} in {p} use the number {w}
The number in {k} is wrong, it should be {w}. File: {p}
Update {k} in {p} so it uses {w}
Please change {k} in {p}; the number has to be {w}
Modify the function file {p}: the number for {k} becomes {w}
Replace the hard-coded number in {k} ({p}) with {w}
Set the number used by {k} in {p} to {w}
Use {w} in {k}, see {p}
I want {k} to use {w}. It's in {p}
{p}: the literal for {k} must be {w}
Can you change the value in {k} to {w}? The file is {p}
Could you make {k} in {p} use {w}?
Review comment on {p}: {k} should use {w}. Please change it
Kindly update the number inside {k} to {w}, file is {p}
The spec says {w} for {k}. Adapt {p}
Fix {k} in {p}. Right number: {w}
""")
ANSWERS["code_set"] = lines("""
{k} uses {w} now.
I changed the number in {k} to {w}.
{p} is updated: {k} uses {w}.
Changed {v} to {w} in {p}.
""")

FRAMES["rename_two"] = lines("""
Rename {v} to {w} in {p} and {q}
Replace {v} by {w} in both {p} and {q}
Replace {v} with {w} in {p} and also in {q}
In {p} and {q}, change {v} to {w}
Change {v} to {w} in {p}, then do the same in {q}
{v} is now called {w}. Update {p} and {q}
{v} is called {w} now, please adapt {p} and {q}
Both {p} and {q} still say {v}. It should be {w}
{v} -> {w} in {p} and {q}
{p} and {q} both mention {v}; make it {w}
Rename the thing {v} in {p} as well as in {q}. New name: {w}
Please swap {v} for {w}. Files: {p}, {q}
The new name for {v} is {w}. It occurs in {p} and {q}
Use {w} in place of {v} in the files {p} and {q}
Could you rename {v} to {w}? It's in {p} and {q}
Can you replace {v} by {w} in two files, {p} and {q}?
Kindly rename {v} as {w} in {p} and {q}
Refactor: {v} becomes {w} ({p}, {q})
Edit two files, {p} and {q}: every {v} turns into {w}
Update {p} and {q} from {v} to {w}
Files {p} and {q}: old name {v}, new name {w}
""")
ANSWERS["rename_two"] = lines("""
Renamed {v} to {w} in {p} and {q}.
{p} and {q} now say {w}.
I replaced {v} with {w} in {p} and {q}.
Both files use {w} now: {p} and {q}.
""")

FRAMES["rename_all"] = lines("""
Rename {v} to {w} everywhere
Replace {v} with {w} in all files
Replace {v} by {w} in every file that has it
Change {v} to {w} wherever it occurs
Change every {v} to {w}, in all files
Rename {v} to {w} across the project
Rename {v} to {w} in the whole project
{v} is called {w} from now on. Update all files
{v} should be {w} in all files
Find all files with {v} and put {w} instead
Find every file that mentions {v} and change it to {w}
Look through the files and replace {v} by {w}
Go through all files; wherever you see {v}, write {w}
Search and replace over all files: {v} -> {w}
Project wide rename: {v} to {w}
Please rename {v} into {w} in all places
Can you rename {v} everywhere? The new name is {w}
Could you replace {v} by {w} in all the files?
Kindly rename {v} to {w} at all places
No file should say {v} any more, use {w}
We rebranded: {v} is now {w}. Please update everything
Some files still use {v}. Make it {w} in each of them
I renamed {v} to {w}, but the files don't know yet. Update them
Get rid of the name {v}, use {w} everywhere
Global rename {v} => {w}
""")
ANSWERS["rename_all"] = lines("""
Renamed {v} to {w} in {e}.
{v} is now {w} in {e}.
I replaced {v} with {w} in {e}.
Done. I changed {e}.
""")

FRAMES["two_edits"] = lines("""
In {p}, change {v} to {w} and {o} to {m}
In {p}, replace {v} by {w} and replace {o} by {m}
Two changes in {p}: {v} -> {w}, {o} -> {m}
Two edits in {p}:~- {v} to {w}~- {o} to {m}
Replace {v} with {w} in {p}. Also replace {o} with {m}
Change {v} to {w} and also {o} to {m}, both in {p}
{p} needs two fixes: {v} should be {w}, and {o} should be {m}
Edit {p}: first {v} to {w}, then {o} to {m}
Please update {p}. {v} becomes {w}; {o} becomes {m}
Make these edits to {p}:~1. {v} => {w}~2. {o} => {m}
Could you change {v} to {w} and {o} to {m} in {p}?
Fix two things in {p}: {w} instead of {v}, {m} instead of {o}
Kindly make two changes in {p}, {v} to {w} and {o} to {m}
In the file {p} swap {v} for {w}; besides, swap {o} for {m}
For {p}: s/{v}/{w}/ and s/{o}/{m}/
Apply to {p}: {v} -> {w}; {o} -> {m}
{v} is wrong in {p}, so is {o}. Use {w} and {m}
Correct {p}, where {v} must be {w} and {o} must be {m}
""")
ANSWERS["two_edits"] = lines("""
Made both changes in {p}.
{p} now says {w} and {m}.
I changed {v} to {w} and {o} to {m} in {p}.
Both edits in {p} are done.
""")

FRAMES["check_off"] = lines("""
Mark {v} as done in {p}
Mark {v} done in {p}
Check off {v} in {p}
Tick off {v} in {p}
Tick the box for {v} in {p}
I finished {v}. Mark it in {p}
I did {v}, please tick it in {p}
{v} is done, update {p}
{v} is finished. Check it off in {p}
{v} in {p} can be checked
Set the checkbox of {v} in {p}
Please put an x at {v} in {p}
In {p}, check {v}
In {p}, tick {v}
Can you mark {v} as completed in {p}?
Could you tick {v} off in {p}?
Complete {v} in {p}
Kindly mark {v} as completed in {p}
Done with {v}! Please mark it in {p}
Cross off {v} from {p} with an x in the box
Put a check at {v} ({p})
The item {v} in {p} is through, mark it with x
""")
ANSWERS["check_off"] = lines("""
Marked {v} as done in {p}.
{v} is checked off in {p}.
Ticked {v} in {p}.
Done, {v} has its x.
""")

FRAMES["comment_out"] = lines("""
Comment out {k} in {p}
Comment out the line with {k} in {p}
Comment the {k} line in {p} with #
Put a # before {k} in {p}
Put # in front of {k} in {p}
In {p}, comment out {k}
Please comment out {k} in {p}
Disable the line {k} in {p} with a #
The line {k} in {p} should become a comment (#)
Can you comment out {k} in {p}?
Could you put the {k} line of {p} into a comment with #?
Make {k} in {p} a comment with "# "
Kindly comment the {k} line in {p}
Don't delete {k} in {p}, just comment it out
{p}: comment out {k}
Turn the {k} line of {p} into a # comment
I want {k} commented out in {p}
Hash out {k} in {p}
Let's comment {k} in {p} out for the moment
""")
ANSWERS["comment_out"] = lines("""
Commented out {k} in {p}.
{k} is a comment in {p} now.
I put a # before {k} in {p}.
""")

FRAMES["uncomment"] = lines("""
Uncomment {k} in {p}
Uncomment the line with {k} in {p}
Remove the # before {k} in {p}
Take away the # in front of {k} in {p}
In {p}, uncomment {k}
Please uncomment {k} in {p}
Enable the commented line {k} in {p}
{k} is commented out in {p}. Make it active again
Can you uncomment {k} in {p}?
Could you activate the {k} line in {p}, it has a # in front?
Kindly uncomment the {k} line in {p}
{p}: uncomment {k}
Bring back {k} in {p}, it is commented out
Re-enable {k} in {p} by removing the #
I need {k} active in {p}, no comment sign
Drop the # from the {k} line in {p}
The {k} line in {p} should not be a comment any longer
""")
ANSWERS["uncomment"] = lines("""
Uncommented {k} in {p}.
{k} is active again in {p}.
I removed the # before {k} in {p}.
""")

FRAMES["csv_set"] = lines("""
Set the {k} of {v} to {w} in {p}
Change the {k} of {v} in {p} to {w}
In {p}, {v} should have the {k} {w}
In {p}, change the {k} for {v} to {w}
Update {p}: the {k} of {v} is now {w}
{v} has a new {k}: {w}. Update {p}
The {k} of {v} in {p} is wrong, it should be {w}
Please correct the {k} of {v} in {p} to {w}
Give {v} the {k} {w} in {p}
Put {w} as {k} of {v} in {p}
Row {v} in {p}: {k} becomes {w}
In the row of {v} in {p}, set {k} to {w}
New {k} for {v} in {p}: {w}
Can you change {v}'s {k} in {p} to {w}?
Could you update the {k} of {v} to {w} in {p}?
Edit {p}, {v} now has {w} as its {k}
Kindly update {k} of {v} as {w} in {p}
{p}: {k} of {v} -> {w}
We counted again, {v} has {k} {w}. Please fix {p}
Correction for {p}: {v}, {k}, {w}
""")
ANSWERS["csv_set"] = lines("""
The {k} of {v} is now {w}.
Set the {k} of {v} to {w} in {p}.
I updated {v} in {p}: {k} is {w}.
{p} has {w} as {k} of {v} now.
""")
