"""Tools, first shelf: logistics, operations, computers, science.

A block starts with "@name | description | parameters" (name:type, "?" for optional, "#"
before a description); wordings follow, with [alternatives], {values}, ((optional
parts)) and <name=value> for a value that is said in other words. "##" starts a theme."""

SHELF = r"""
## logistics
@track_parcel | Get the current position of a parcel. | tracking_code:code#code on the label, carrier:e(UPS/FedEx/DHL)?
Where is [my|the] parcel {tracking_code}((, it went with {carrier}))?
[Track|Trace] {tracking_code}(( ({carrier})))
I'm [waiting|still waiting] for shipment {tracking_code}((, carrier {carrier})). [Has it moved?|Any news?]
[status|position] of {tracking_code} [please|now]((; sent by {carrier}))
The client [keeps asking|wants to know] where {tracking_code} is.(( It was handed to {carrier}.))
@schedule_pickup | Book a truck to pick up goods. | town:town, pickup_date:date, pallets:i1-20, forklift:b?
[Book|Schedule] a pickup in {town} on {pickup_date} for {pallets} pallets((, forklift needed<forklift=true>)).
We have {pallets} pallets [waiting|ready] in {town}. [Get|Send] a truck on {pickup_date}((, and it must bring a forklift<forklift=true>)).
pickup {town} {pickup_date}, {pallets} pallets((, no forklift<forklift=false>))
On {pickup_date} [somebody has to|a truck should] collect {pallets} pallets in {town}.(( They come with no forklift of their own, so send one<forklift=true>.))
[Can|Could] a truck come to {town} ({pickup_date}) and take {pallets} pallets?
@reserve_dock | Reserve a loading dock. | dock:i1-30, from_time:time, hours:i1-6?
[Reserve|Hold|Block] dock {dock} from {from_time}(( for {hours} hours)).
I need dock {dock} [starting|as of] {from_time}((, {hours} hours)).
dock {dock} @ {from_time}(( x {hours}h))
Our driver arrives at {from_time}[, give him| and wants] dock {dock}((, it takes {hours} hours)).
[Could|Would] you keep dock {dock} free from {from_time} on((, for {hours} hours))?
@weigh_crate | Record the weight of a crate. | crate:code, kilograms:n1-900
Crate {crate} [weighs|is] {kilograms} kg. [Record it.|Write it down.]
[Record|Log] {kilograms} kg for crate {crate}.
{crate}: {kilograms} kg
The scale [says|shows] {kilograms} kilograms for {crate}; [please note|save that].
[Weight|Mass] of {crate} [came out at|is] {kilograms} kg[, enter it| - for the books].
@order_supplies | Order supplies for the warehouse. | item:thing, quantity:i1-200, urgent:b?
[Order|Buy|Get] {quantity} {item}((, it's urgent<urgent=true>)).
We're [out of|low on] {item}. [Order|Get us] {quantity}((, and rush it<urgent=true>)).
{quantity} x {item}((, no hurry<urgent=false>))
[Please|Kindly] [purchase|request] {quantity} {item}(( as a rush order<urgent=true>)).
[Could|Can] we have {quantity} more {item}?(( I can wait, it isn't urgent<urgent=false>.))
@count_stock | Tell how many of an item are in stock. | item:thing, site:town?
How many {item} [do we have|are left|are in stock](( in {site}))?
[Stock|Inventory] of {item}(( at {site}))?
[Tell me|Check] [our supply|the stock] of {item}((, {site} site)).
Do we [still|] have enough {item}(( in {site}))? [I need the number.|Give me a count.]
{item} [left|on hand](( in {site}))?
@plan_route | Plan a driving route through several towns. | stops:Ltown#towns in order, avoid_tolls:b?, vehicle:e(van/truck/car)?
[Plan|Find] a route through {stops}(( for a {vehicle}))((, no tolls<avoid_tolls=true>)).
I [have to|need to] drive to {stops}[, in that order|]((, in a {vehicle}))(( and I don't want to pay tolls<avoid_tolls=true>)). [Route?|Plan it.]
route: {stops}(( by {vehicle}))((, tolls are fine<avoid_tolls=false>))
Tomorrow's [stops|deliveries] are {stops}. [Work out the drive.|Route me.](( Avoid toll roads<avoid_tolls=true>.))
[Could|Can] you [map|lay out] the way via {stops}?(( It's a {vehicle}.))
@assign_driver | Put a driver on a tour. | driver:person, tour:code
[Put|Assign] {driver} [on|to] tour {tour}.
{driver} [drives|takes|gets] {tour} [today|tomorrow]. [Enter that.|Please assign.]
Tour {tour} [has no driver|is open]. [Give it to|Let's use] {driver}.
{tour} -> {driver}, [driver assignment|tour list]
[Make|Let] {driver} the driver [of|for] tour {tour}.
@print_label | Print shipping labels. | address:place, copies:i1-20?, fragile:b?
[Print|Make] (({copies} copies of ))[the label|a label] for {address}((, marked fragile<fragile=true>)).
Label for {address} [please|]((, {copies} copies))((, it's breakable so mark it fragile<fragile=true>)).
I need [shipping labels|a shipping label] to {address}((, {copies} of them)).
[Ship to|Address]: {address}. [Print the label.|Label, please.](( {copies} copies.))(( Nothing fragile inside<fragile=false>.))
[Could|Can] the printer [do|spit out] [a label|labels] for {address}((, {copies} times))?
@customs_value | Declare the customs value of a shipment. | shipment:code, amount:n1-5000, currency:e(USD/EUR/JPY)
[Declare|Set] {amount} {currency} [for|as the value of] shipment {shipment}.
Shipment {shipment} is worth {amount} {currency}[, declare that| - tell customs].
[customs|declaration]: {shipment}, {amount} {currency}
The goods in {shipment} cost {amount} {currency}. [Customs needs it.|Declare it to customs.]
[Please|] file the customs value of {shipment}: {amount} {currency}
@return_goods | Open a return for an order. | order:code, reason:text, refund:b?
[Open|Start] a return for order {order}, reason {reason}((, refund wanted<refund=true>)).
Order {order} goes back[:| because of this:| -] {reason}((, and I want my money back<refund=true>))
I [want to|need to] [return|send back] {order}. Reason: {reason}
[return|RMA] {order} {reason}
[Could|Can] we send {order} back? [The reason is|We'd say] {reason}((, no refund needed<refund=false>)).

## servers
@restart_service | Restart a service on a host. | service:word, host:code?, wait_seconds:i1-60?
[Restart|Bounce] {service}(( on {host}))((, wait {wait_seconds} seconds before)).
{service} [hangs|is stuck](( on {host})). [Restart it.|Give it a kick.]
[Could|Can] you [restart|reboot] the {service} service(( at {host}))((, after {wait_seconds} seconds))?
service {service} restart((; host {host}))
Users [say|complain that] {service} is [slow|down], so restart it(( on {host}))(( with a pause of {wait_seconds} seconds)).
@disk_usage | Report the disk usage of a directory. | directory:path, human_readable:b?
How much space does {directory} [take|use]?(( Readable units, please<human_readable=true>.))
[Disk|Storage] usage of {directory}(( in plain bytes, not readable units<human_readable=false>))
du {directory}
[Check|Tell me] how [big|full] {directory} is((, human readable<human_readable=true>)).
Is {directory} [eating|filling] our disk? [Show its usage.|I need the usage.]
@tail_log | Show the last lines of a log. | file:path, lines:i1-100
[Show|Print] the last {lines} lines of {file}.
tail -n {lines} {file}
What [do|are] the last {lines} lines of {file}[ say|]?
[I want|I'd like|Give me] the final {lines} lines [of|from] {file}.
{file}, bottom {lines} lines[, please|]
@find_in_files | Search files for a pattern. | pattern:text, folder:path?, ignore_case:b?
[Search|Grep] for {pattern}(( in {folder}))((, ignoring case<ignore_case=true>)).
[Which|What] files(( under {folder})) [match|contain] {pattern}?
[Find|Look up] {pattern}(( below {folder}))((, case matters<ignore_case=false>)).
I [lost|need] the spot where we [have|wrote] {pattern}((, somewhere in {folder})). [Search for it.|Run a search.]
(({folder}: ))search {pattern}((, upper or lower case alike<ignore_case=true>))
@open_ticket | Open a ticket in the tracker. | title:text, priority:e(low/medium/high)?, assignee:person?
[Open|Create|File] a ticket [titled|called] {title}((, {priority} priority))((, assign it to {assignee})).
New ticket {title}((, {priority}))((, for {assignee})).
[Please|] put {title} in the tracker(( as {priority} priority))(( under {assignee})).
We need a ticket for this: {title}
(({assignee} should get a ticket. ))Title {title}((, priority {priority}))
@close_ticket | Close a ticket. | ticket:code, resolution:e(fixed/duplicate/wontfix)
[Close|Resolve] {ticket} as {resolution}.
{ticket} is {resolution}[, close it|; please close].
Ticket {ticket} [can be closed|is done], [resolution|outcome] {resolution}.
close {ticket} ({resolution})
[Could|Can] you [mark|close] {ticket} as {resolution}?
@ping_host | Check if a host answers. | host:host, count:i1-10?
[Ping|Try] {host}(( {count} times)).
[Is|Check if] {host} [up|alive|reachable][?|, please?]
[Does|See if] {host} [answer|answers]?(( Send {count} packets.))
ping(( -c {count})) {host}
I can't [reach|load] {host}, [ping it|see if it answers]((, {count} tries)).
@set_env | Set an environment variable. | variable:upper, content:text, persist:b?
[Set|Export] {variable} to {content}((, and keep it after a reboot<persist=true>)).
{variable} [should be|must be] {content}(( for now only, don't persist it<persist=false>)).
[Environment|Env]: {variable} = {content}
[Give|Assign] the variable {variable} the [value|content] {content}.
I'd like {variable} [set to|to hold] {content}((, permanently<persist=true>)).
@add_user | Add a user account. | username:low, email:email?, admin:b?
[Add|Create] [a user|an account] {username}((, mail {email}))((, with admin rights<admin=true>)).
{username} [starts today and|] needs an account((; {email}))((, no admin<admin=false>)).
[New|Another] user: {username}(( <{email}>))
[Please|] [set up|make] the login {username}((, address {email}))((, an administrator<admin=true>)).
[Could|Can] {username} get an account(( under {email}))?
@rotate_key | Replace an API key by a new one. | key_id:code, expires_in_days:i1-90?
[Rotate|Replace|Renew] [the key|API key] {key_id}((, good for {expires_in_days} days)).
{key_id} [leaked|is too old]. [Rotate it.|New key please.](( Let the new one run {expires_in_days} days.))
key rotation: {key_id}((, {expires_in_days} days))
[I want|I'd like] [a new|a fresh] key instead of {key_id}((, expiring in {expires_in_days} days)).
[Security|Audit] says {key_id} must be rotated((, with {expires_in_days} days until expiry)).
@backup_folder | Back up a folder. | folder:path, target:path, compress:b?
[Back up|Save] {folder} to {target}((, compressed<compress=true>)).
{folder} -> {target}, [backup|as a backup](( without compression<compress=false>))
[I need|Make] a backup of {folder} [in|at] {target}(( and zip it<compress=true>)).
[Before we upgrade|Tonight], {folder} [should be|has to be] backed up to {target}.
[Could|Can] you run a backup from {folder} to {target}?
@deploy_build | Deploy a build. | build:i100-999, environment:e(staging/production/test)
[Deploy|Ship|Roll out] build {build} to {environment}.
Build {build} [goes|can go] to {environment} [now|today].
{environment} <- build {build}, [deploy|deploy it]
[Put|Push] {build} [on|onto] {environment}.
[I'd like|We want] build {build} [live on|running in] {environment}.
@kill_process | End a process by its id. | pid:i100-32000, force:b?
[Kill|End|Stop] process {pid}((, by force<force=true>)).
{pid} [eats all the memory|hangs]. [Kill it.|Stop that process.](( Use force<force=true>.))
kill {pid}((, gently, no force<force=false>))
[Could|Would] you [terminate|end] the process with id {pid}?
The process {pid} [has to|must] go((, force it<force=true>)).
@dns_lookup | Look up a DNS record. | domain:host, record_type:e(A/MX/TXT)?
[Look up|Resolve|Query] (({record_type} records of )){domain}.
[dig|nslookup] {domain}(( {record_type}))
[What|Which] DNS [entry|record] does {domain} have(( of type {record_type}))?
I need the (({record_type} )) record [for|of] {domain} from DNS.
DNS for {domain}((, type {record_type}))?
@set_alert | Raise an alert when a metric passes a limit. | metric:e(cpu/memory/disk/latency), above:n1-100, notify:email?
[Alert|Warn] me(( at {notify})) when {metric} [goes above|is over] {above}.
[Set|Create] an alert: {metric} > {above}((, mail {notify}))
[I want|I'd like] a warning [once|as soon as] {metric} [passes|exceeds] {above}((, sent to {notify})).
{metric} [over|above] {above} -> [alarm|alert](( {notify}))
If {metric} [rises|climbs] above {above}, [raise an alert|someone should know](( - {notify})).
@run_query | Run a query on the database. | sql:sql, limit:i1-500?
[Run|Execute] this query((, at most {limit} rows)): {sql}
[Query|SQL]: {sql}
{sql} - [run that on the database|what does the database say]?(( Limit {limit}.))
[Ask|Query] the database with {sql}((, capped at {limit} rows)).
I [need|want] the [rows|result] of {sql}((, no more than {limit} rows)).
@write_file | Write text to a file. | path:path, content:text
[Write|Save|Put] {content} [to|into|in] {path}.
[Create|Make] {path} with {content}.
{path} should [say|contain] {content}.
[In|Into] {path} [write|goes] this: {content}
I'd like {content} [stored|saved] [in|at] {path}.
@compare_files | Show the differences between two files. | left:path, right:path
[Compare|Diff] {left} [and|with] {right}.
[What|Which lines] differ between {left} and {right}?
diff {left} {right}
[Show me|I need] the differences from {left} to {right}.
[Is|Check if] {left} [different from|the same as] {right}?

## science
@log_sample | Log a sample taken in the field. | sample_id:code, site:place, depth_m:n0-50?, contaminated:b?
[Log|Enter] sample {sample_id} from {site}((, depth {depth_m} m))((, it is contaminated<contaminated=true>)).
We [took|collected] {sample_id} at {site}((, {depth_m} meters down))((, clean as far as we see<contaminated=false>)). [Log it.|Please enter.]
sample {sample_id}, site {site}((, {depth_m} m))
New sample [in the bag|today]: {sample_id}, {site}((, somebody dropped it in the dirt, so mark it contaminated<contaminated=true>)).
[Could|Can] you record sample {sample_id} ({site})((, taken at {depth_m} m))?
@convert_units | Convert a measurement. | amount:n1-900, from_unit:e(miles/pounds/gallons/feet), to_unit:e(kilometers/kilograms/liters/meters)
[Convert|Turn] {amount} {from_unit} [to|into] {to_unit}.
{amount} {from_unit} in {to_unit}?
How many {to_unit} [are|make] {amount} {from_unit}?
[What is|What's] {amount} {from_unit} [expressed|] in {to_unit}?
[I need|Give me] {amount} {from_unit} as {to_unit}.
@set_incubator | Set the temperature of the incubator. | celsius:n4-60, minutes:i5-240?
[Set|Bring] the incubator to {celsius} degrees(( for {minutes} minutes)).
Incubator [at|to] {celsius} C((, {minutes} min)).
The [cells|cultures] want {celsius} degrees(( for {minutes} minutes)). [Adjust the incubator.|Set it.]
[Warm|Change] the incubator to {celsius}((, hold it {minutes} minutes)).
incubator {celsius}(( / {minutes} minutes))
@mean_value | Compute the mean of numbers. | numbers:Li
[What is|What's] the mean of {numbers}?
[Compute|Calculate] the average of {numbers}.
mean: {numbers}
[Average|Take the mean of] these: {numbers}
My readings [are|were] {numbers}. [Mean?|Average them.]
@book_telescope | Book time at the telescope. | target:e(Mars/Jupiter/Saturn/Venus), night:date, hours:i1-8
[Book|Reserve] the telescope on {night} for {target}, {hours} hours.
I want to [look at|observe] {target} on {night} for {hours} hours. [Book the telescope.|Telescope, please.]
telescope: {target}, {night}, {hours} h
[Could|Can] we have {hours} hours [at|on] the telescope for {target}? Night of {night}.
{target} is up on {night}[, so|;] get us {hours} hours of telescope time.
@mix_solution | Work out how to mix a solution. | substance:elem, molarity:n0-5, liters:n0-5
[Mix|Prepare] {liters} liters of a {molarity} molar {substance} solution.
I need {liters} L of {substance} at {molarity} mol. [How do I mix it?|Recipe?]
{substance} solution, {molarity} M, {liters} L
[Work out|Calculate] {liters} liters of {substance} solution with molarity {molarity}.
[How|In what way] do I [make|get] {liters} l of {molarity} M {substance}?
@calibrate_sensor | Calibrate a sensor. | sensor:code, offset:n0-9, unit:e(kelvin/celsius/pascal)?
[Calibrate|Adjust] sensor {sensor} with offset {offset}(( {unit})).
{sensor} [is off|reads wrong] by {offset}(( {unit})). [Calibrate it.|Correct the sensor.]
calibrate {sensor}: {offset}(( {unit}))
Sensor {sensor} [needs|gets] an offset of {offset}(( {unit})).
[Please|] put an offset of {offset}(( {unit})) on sensor {sensor}.
@cite_paper | Find a paper to cite. | author:last, year:i1950-2024?, keywords:Lword?
[Find|Look for] a paper by {author}(( from {year}))((, keywords {keywords})).
[Which|What] paper did {author} [write|publish](( in {year}))(( about {keywords}))? [I have to cite it.|For citing.]
citation: {author}(( {year}))((; keywords: {keywords}))
I [want|need] to cite {author}(( ({year}))). [Find it.|Get me the paper.](( Try the keywords {keywords}.))
[Could|Can] you dig up the {author} paper(( of {year}))((, something with {keywords}))?
@plot_data | Plot a data file. | source:path, chart:e(line/bar/scatter), grid:b?
[Plot|Draw] {source} as a {chart} chart((, with a grid<grid=true>)).
[Make|Give me] a {chart} chart [of|from] {source}((, no grid<grid=false>)).
{source} -> {chart} chart
I'd like to see {source} [drawn|plotted] as a {chart} chart(( and put grid lines in<grid=true>)).
The data [is|sits] in {source}. [I need|Please make] a {chart} chart [of it|].
@solve_equation | Solve an equation. | equation:eq, variable:e(x/y/z)?
[Solve|Work out] {equation}(( for {variable})).
[What is the solution of|Can you solve] {equation}(( for {variable}))?
[equation|solve]: {equation}
[My homework says|Here is an equation,] {equation}. [Solve it.|Solution?](( The unknown is {variable}.))
I [need|want] the [roots|solution] of {equation}((, unknown {variable})).
@element_order | Order a chemical for the lab. | element:elem, grams:n1-500, purity:e(technical/analytical/ultra)?
[Order|Buy] {grams} grams of {element}((, {purity} grade)).
{element}, {grams} g((, {purity})), [for the lab|to order]
The lab [needs|is out of] {element}. [Get|Order] {grams} grams((, grade {purity})).
[Please|] put {grams} g {element} on the chemicals order((, {purity})).
[Could|Can] we get {grams} grams of {element}(( in {purity} quality))?
@weather_station | Read a value from a weather station. | station:town, quantity:e(wind/rain/pressure/humidity)
[What's|What is] the {quantity} at the {station} station?
[Read|Get] {quantity} from station {station}.
{station} station, {quantity}?
How [much|strong] is the {quantity} [reading|value] in {station}? [Ask the station.|Check the station there.]
[I need|Give me] the {quantity} that the station in {station} [measures|reports].
@label_slide | Label a microscope slide. | slide:i1-99, label_text:text, stain:e(blue/red/green)?
[Label|Mark] slide {slide} {label_text}((, {stain} stain)).
Slide {slide} [gets|should have] the label {label_text}((, stain {stain})).
[Put|Write] {label_text} on slide {slide}((, it was stained {stain})).
[For|On] microscope slide {slide} the label reads: {label_text}
slide {slide} = {label_text}((, {stain}))
"""
