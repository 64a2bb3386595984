"""Tools for code, version control, files and text, with orders (see zenotools.py for the form)."""

TOOLS = """
@code find_usages/list_references | Lists every place where a symbol is used. ~ Shows who refers to a function, class or variable.
: symbol,name ident The function, class or variable to look for.
: folder?,under folder Where to search; the whole project if left out.
Where do we use {symbol}?[ Only {folder} matters to me.]
I renamed nothing yet. (Who|What) still refers to {symbol}?
Inside {folder}, (show|list|give me) all the places that touch {symbol}.
{symbol} looks dead to me. (Check|See) whether anything calls it[, but stay under {folder}].
I need every reference to {symbol} before I delete it.
|| My search should not leave {folder}. || I am hunting for uses of {symbol}.
@code rename_symbol/change_identifier | Renames a function, class or variable everywhere. ~ Gives a symbol a new name in all files.
: old,current ident The name that it has now.
: new,becomes ident The name that it shall get.
Rename {old} to {new}.
{new} would be a better name than {old}. (Change|Fix) it throughout.
From now on call it {new}; so far it is {old}.
I cannot stand the name {old} any more. Could it be {new} in future?
The (function|class|variable) {old} has a silly name, so make that {new} everywhere.
Wherever the code says {old}, it ought to say {new}.
Our style guide forbids {old}. It has to become {new}.
@code insert_line/add_code_at | Puts a line of code into a file before a given line.
: file,target file:source The file to change.
: line,before int:1-900 Number of the line that it goes before.
: code,content code The line of code, as it is to stand there.
Put {code} before line {line} of {file}.
In {file} something is missing at line {line}. Insert {code} there.
{code} has to go into {file}, just above line {line}.
I forgot a line. It is {code}, and it belongs before line {line} in {file}.
Open {file}, go to line {line} and add {code} in front of it.
Could you slip {code} into {file}? Line {line} should come right after it.
@code replace_code/swap_snippet | Replaces one piece of code in a file with another.
: file,path path:source The file.
: find,old code The piece of code that stands there now.
: put,new code What it is replaced with.
In {file}, turn {find} into {put}.
{find} in {file} is wrong. It should read {put}.
There ought to be {put} where {file} now has {find}.
Please fix {file}: instead of {find} I want {put}.
I want {put} rather than {find}. The file is {file}.
Swap {find} for {put} over in {file}.
|| The file I mean is {file}. || {find} must give way to {put}.
@code run_tests/execute_tests | Runs the tests of a project. ~ Starts a test run and reports failures.
: folder,where folder The folder whose tests run.
: pattern?,only ident Only tests whose name holds this word.
: verbose?,detailed bool Whether each test is printed.
Run the tests in {folder}.
I touched {folder}. Do its tests still pass?[ Those with {pattern} in their name are enough.]
Test everything under {folder} <verbose:and print each test/but do not print each single test>.
Only the {pattern} tests, please; they live in {folder}.
Are the tests beneath {folder} green? <verbose:I want to see each of them/Spare me the long output>.
Before the merge I need a test run of {folder}[, limited to tests called {pattern}].
@code format_source/tidy_code | Formats source code after the rules of the house.
: file,path path:source The file to format.
: width,columns int:60-140 The longest line allowed.
: tabs?,use_tabs bool Whether tabs are used for indentation.
Format {file} with lines of at most {width} characters.
The layout of {file} is a mess. Tidy it; {width} columns are the limit.
No line may be longer than {width}. Apply that to {file}, <tabs:with tabs/without tabs>.
{file} should be indented <tabs:with tabs/with spaces, no tabs> and cut at {width} columns.
Would you reformat {file}? We agreed on {width} columns.
|| We allow {width} columns. || Please tidy {file}.
@code extract_function/make_function | Moves some lines of a file into a new function.
: file,source file:source The file that the lines stand in.
: first,from_line int:1-400 The first of the lines.
: last,to_line int:401-900 The last of the lines.
: name,called ident How the new function is called.
Lines {first} to {last} of {file} should be a function named {name}.
{file} is too long. Move lines {first} to {last} into a function called {name}.
Make a function {name} out of what stands between lines {first} and {last} in {file}.
I want a new function, {name}. Its body starts at line {first} and ends at line {last} of {file}.
Up to line {last}, starting from {first}, the code of {file} belongs in {name}.
@code evaluate_snippet/run_expression | Evaluates a short piece of code and gives its result.
: code,expression code The code, exactly as given.
: language,lang enum:python,javascript,rust,ruby,lua The programming language.
What does {code} do in {language}? Run it.
Run {code} as {language}.
My {language} is rusty. Evaluate {code} for me.
I have this bit of {language}: {code}. (Execute|Evaluate|Run) it.
{code} is meant to be {language}. Does it run?
In {language}, what comes out of {code}?
@git create_branch/start_branch | Makes a new branch in a repository.
: branch,name branch The name of the new branch.
: base?,from_branch branch The branch it starts from; the main branch if left out.
: repo,repository ident The repository.
Start a branch {branch} in {repo}[, based on {base}].
I am about to work on {repo}. I need a fresh branch named {branch} for that.
In {repo}, branch off {base} and call the result {branch}.
{repo} has no branch {branch} yet. Make one[; it should begin at {base}].
From {base} I would like a new branch. Name it {branch}; the repository is {repo}.
|| The repository is {repo}. || Call the new branch {branch}. || It should start from {base}.
@git commit_changes/record_commit | Records the changed files with a message.
: message,text line The message of the commit.
: files?,paths list:file The files that go in; all changed ones if left out.
: sign?,signed bool Whether the commit is signed.
Commit with the message {message}
(Commit|Record) {files} and say {message}
I am done for today. Commit what has changed under the message {message}
Please put {files} into a commit. <sign:Sign it/No signature is needed>. The message is {message}
{message} shall be the message of my next commit; <sign:do sign it/do not sign it>.
Only {files} should go in. As the message use {message}
@git revert_commit/undo_commit | Takes a commit back by a new commit.
: commit,hash hex The hash of the commit.
: branch?,on branch The branch where that is done.
(Revert|Undo|Take back) commit {commit}[ on {branch}].
{commit} broke the build. Take it back[ on branch {branch}].
On {branch} there is a bad commit, {commit}. Can we undo it?
Since {commit} nothing works. I wish it had never been made, so revert it.
The branch {branch} must lose what {commit} brought.
@git tag_release/create_tag | Sets a version tag on a commit. ~ Marks a commit as a release.
: tag,version version The tag.
: commit,hash hex The commit that gets it.
: note?,about line A note on the release.
Tag {commit} as {tag}.
Version {tag} is ready. It is commit {commit}.[ The note reads {note}]
{commit} is what we ship. Give it the tag {tag}.
I want {tag} to point at {commit}.
With the note {note} please mark {commit} as {tag}.
We release {tag} today; the commit is {commit}.
@git show_blame/who_changed | Tells who last changed a line of a file.
: file,path path The file.
: line,number int:1-2000 The number of the line.
Who last touched line {line} of {file}?
Line {line} in {file} is strange. Who wrote it?
I look at {file} and wonder about line {line}. Whose is it?
Whom may I ask about {file}, line {line}?
In {file} somebody changed line {line}. Find out who.
@review request_review/ask_for_review | Asks people to review a pull request.
: number,pull_request int:2-4000 The number of the pull request.
: reviewers,people list:first Who is asked.
: urgent?,hurry bool Whether it is urgent.
Ask {reviewers} to look at pull request {number}.
Pull request {number} needs eyes. {reviewers} should review it; <urgent:it is urgent/it is not urgent>.
I would like {reviewers} to review number {number}.
Could {reviewers} check pull request {number}? <urgent:It has to be quick/There is no hurry>.
<urgent:Hurry/No need to hurry>: pull request {number} wants a review by {reviewers}.
@review comment_line/leave_comment | Leaves a remark at a line of a pull request.
: pull,number int:2-4000 The number of the pull request.
: file,path file The file that the remark is about.
: line,at_line int:1-3000 The line.
: remark,comment line What is remarked.
In pull request {pull}, remark on line {line} of {file}: {remark}
Line {line} of {file} deserves a comment. Write {remark} there; it is pull request {pull}.
Leave {remark} on {file} at line {line} in pull request {pull}.
I am reading pull request {pull}. To {file}, line {line}, I want to say {remark}
{remark} is my comment for line {line} of {file} in pull request {pull}.
@files move_file/relocate | Moves a file into another folder.
: file,source path The file, with its path.
: folder,into folder The folder it goes to.
: overwrite?,replace bool Whether a file of that name there is replaced.
Move {file} to {folder}.
{file} is in the wrong place. It belongs in {folder}.
Into {folder} with {file}, <overwrite:and replace what is there/but replace nothing>.
I keep looking for {file} in {folder}. Could you move it there?
{folder} is where {file} should be. <overwrite:Overwrite the old one/Do not overwrite anything>.
|| The file is {file}. || I want something moved to {folder}.
@files copy_file/duplicate_file | Copies a file to a second place and leaves the first as it is.
: source,from path The file to copy.
: target,to path The path of the copy.
Copy {source} to {target}.
I want to keep {source} and have the same thing as {target}.
{target} should be a copy of {source}.
Before I break {source}, make a copy at {target}.
As {target} I need a second {source}.
There is only one {source}. Duplicate it; call the copy {target}.
@files delete_files/remove_files | Deletes one file or several.
: files,names list:file The files to delete.
: folder?,inside folder The folder they lie in.
: trash?,to_trash bool Whether they go to the trash and can be restored.
Delete {files}[ in {folder}].
{files} can go. <trash:The trash will do/Not into the trash, for good>.
Nobody needs {files} any more. Remove them[ from {folder}].
In {folder} there is rubbish: {files}. Get rid of it.
My disk is full. Throw away {files}, <trash:but keep them in the trash/and do not keep them in the trash>.
@files find_large_files/list_big_files | Lists files above a size.
: folder,root folder Where to look.
: megabytes,min_mb int:1-9000 The least size in megabytes.
Which files in {folder} have more than {megabytes} megabytes?
The disk is full. List whatever is over {megabytes} MB under {folder}.
Anything above {megabytes} MB in {folder}?
{folder} has grown a lot. I want to see what in it is larger than {megabytes} megabytes.
With {megabytes} megabytes as the limit, what is too large in {folder}?
@files set_permissions/change_mode | Sets the permissions of a file.
: path,file path The file.
: mode,octal int:400-777 The permissions as three digits.
: recursive?,below bool Whether all below is changed too.
Set {path} to {mode}.
The script {path} cannot be run. Give it mode {mode}.
{mode} are the permissions that {path} should have, <recursive:and all below too/nothing below it>.
I want mode {mode} on {path}.
Nobody can read {path}. Change its mode; {mode} is right.
@files read_lines/show_lines | Shows some lines of a text file.
: file,path path:text The file to show.
: first,start int:1-500 The first line shown.
: count,how_many int:1-500 How many lines are shown.
Show {count} lines of {file} from line {first} on.
I need to see {file}. Begin at line {first}; {count} lines are enough.
From line {first} of {file}, {count} lines please.
What do the {count} lines of {file} after and including line {first} say?
Line {first} is where it gets odd in {file}. Let me read {count} lines from there.
@files write_file/save_text | Writes a text into a file.
: path,file path:text The file.
: content,text text The text, with its lines as they are.
: append?,at_end bool Whether the text is added at the end of what the file holds.
Write this to {path}: {content}
{path} should hold the following text: {content}
<append:Add to the end of/Overwrite, do not append to> {path} with this: {content}
Save {content} as {path}.
I have a note. It goes to {path} and reads: {content}
@files sync_folders/mirror_folder | Makes a second folder equal to a first.
: source,from folder The folder that is copied.
: target,to folder The folder that becomes equal.
: skip?,ignore list:file Files that are left out.
Make {target} equal to {source}[, but leave out {skip}].
{source} is newer than {target}. Bring the second up to date.
Mirror {source} in {target}.
What lies in {source} should lie in {target} as well[; skip {skip}].
Into {target}, copy everything that {source} has[, though not {skip}].
@text replace_pattern/regex_replace | Replaces what a regular expression matches in a file.
: pattern,regex regex The regular expression.
: replacement,by word What is put in instead.
: file,path file The file.
In {file}, replace every match of {pattern} by {replacement}.
{file} has old spellings. Whatever fits {pattern} must become {replacement}.
Put {replacement} wherever {pattern} matches in {file}.
I want {replacement} in {file} in place of all that matches {pattern}.
The pattern is {pattern}. Use it on {file} and put {replacement} instead.
@text search_pattern/grep_files | Finds lines that match a regular expression.
: pattern,regex regex The regular expression to look for.
: folder,where folder The folder searched.
: ignore_case?,caseless bool Whether capitals and small letters count as equal.
Which lines under {folder} match {pattern}?
Search {folder} for {pattern}, <ignore_case:ignoring case/minding upper and lower case>.
Look for {pattern}. {folder} is the place to search.
I lost a line in {folder}. It must fit {pattern}.
(Find|List) whatever {pattern} matches in {folder}.
@text count_words/word_count | Counts the words of a text.
: text,content text The text whose words are counted.
How many words are in {text}
Count the words here: {text}
My limit is near. How many words has this: {text}
{text} How many words are that?
I must know how many words there are in {text}
@text compare_files/diff_files | Shows how two files differ.
: left,first path The first file.
: right,second path The second file.
: whitespace?,spaces bool Whether differences in blanks count.
What differs between {left} and {right}?
Compare {left} with {right}, <whitespace:blanks included/without minding blanks>.
{left} and {right} ought to be equal. Are they?
Hold {left} against {right} and tell me the differences.
I have two versions, {left} and {right}. Show me what has changed.
@documents convert_document/change_format | Converts a document to another format.
: file,document file:document The document.
: format,into enum:pdf,html,docx,epub,markdown The format wanted.
: pages?,page_limit int:1-60 How many pages are converted; all if left out.
Turn {file} into {format}.
I cannot open {file}. A version in {format} would help[; the first {pages} pages will do].
{format} is what the office wants, and I have {file}. Convert it.
Make {format} out of {file}.
Could I have {file} as {format}?[ {pages} pages are enough.]
@documents merge_pdfs/join_documents | Joins several documents into one.
: parts,files list:file The documents, in their order.
: result,output file:pdf The name of the document that comes out.
Join {parts} into {result}.
{result} should hold {parts}, in that order.
I have {parts}. Make one document of them, called {result}.
Out of {parts} I need a single file; name it {result}.
Call it {result}. It is to be made of {parts}.
"""
