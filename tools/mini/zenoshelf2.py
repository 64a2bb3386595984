"""Tools for servers, containers, networks, logs, databases and queues, with orders (see zenotools.py for the form)."""

TOOLS = """
@packages install_package/add_dependency | Installs a package in a project.
: package,name ident The package.
: version?,release version The version; the newest if left out.
: dev?,dev_only bool Whether it is only needed for development.
Install {package}[ in version {version}].
The build misses {package}. Add it; <dev:it is for development only/it is needed at run time, not just for development>.
We need {package}. Version {version} is the one that works.
Version {version} of {package} should be added <dev:as a development dependency/as a normal dependency, not a development one>.
Could you get {package} for me?[ I want {version}.]
@packages pin_version/lock_version | Fixes a package at a version so that updates leave it alone.
: package,name ident The package.
: version,at version The version that is kept.
: reason?,why line Why it is fixed.
Keep {package} at {version}.
{package} must not be updated. Hold it at {version}.[ The reason: {reason}]
{version} is the last good version of {package}, so pin it.
Pin {package}; {version} is what we have tested.
Since {reason} is our reason, stay with {version} of {package}.
@servers restart_service/bounce_service | Restarts a service on a server.
: service,unit ident The service.
: host,server host The server it runs on.
: wait?,seconds int:1-300 Seconds to wait before.
Restart {service} on {host}.
{service} hangs. Restart it on {host}[ after {wait} seconds].
On {host} the service {service} does not answer. Give it a restart.
{host} is slow because of {service}. Can that be restarted?[ Wait {wait} seconds first.]
In {wait} seconds, bounce {service} on the server {host}.
|| The server is {host}. || I need {service} restarted.
@servers run_command/remote_shell | Runs a shell command on a server.
: command,shell shell The command, exactly as given.
: server,host host Where it runs.
: timeout?,limit_s int:5-900 Seconds after which it is stopped.
Run {command} on {server}.
{server} acts up. Run {command} there[ and stop it after {timeout} seconds].
What does {command} print on {server}?
On {server} please execute {command}[, for {timeout} seconds at most].
I want to see the outcome of {command}. The machine is {server}.
After {timeout} seconds it should give up: {command} on {server}.
@servers check_disk/disk_usage | Tells how full a disk of a server is.
: host,server host The server.
: mount,path folder The folder where the disk is mounted.
How full is {mount} on {host}?
{host} complains about space. Look at {mount}.
Is there room left under {mount}? The server is {host}.
On {host}, check the disk mounted at {mount}.
I need to know how much space {mount} has left on {host}.
@servers add_user/create_account | Creates a user account on a server.
: login,user word The login name.
: machine,host host The server.
: groups?,member_of list:word The groups that the user joins.
: admin?,sudo bool Whether the user may administer the server.
Create the user {login} on {machine}[ in the groups {groups}].
{login} starts today and needs an account on {machine}, <admin:with admin rights/without admin rights>.
On {machine} there is no {login} yet. Add that user; <admin:make it an admin/not an admin, though>.
The groups are {groups}, the login is {login}, the machine is {machine}. Set that account up.
Please give {login} a login on {machine}.
@servers schedule_reboot/plan_reboot | Plans the reboot of a server.
: host,server host The server.
: at,time time When it reboots.
: date?,day date The day; today if left out.
Reboot {host} at {at}[ on {date}].
{host} got a new kernel. Let it reboot at {at}.
At {at}, {host} should go down and come up again.
Nobody works on {date} at {at}. Use that to reboot {host}.
I would like {host} rebooted[ on {date}]; {at} is a good time.
@containers start_container/run_image | Starts a container from an image.
: image,from_image ident The image.
: name,called word The name of the container.
: port,listen int:1024-65000 The port that it listens on.
: detach?,background bool Whether it runs in the background.
Start {image} as {name} on port {port}.
I need a container. Take the image {image}, call it {name} and open port {port}.
Port {port} is free. Run {image} there under the name {name}, <detach:in the background/not in the background>.
A container named {name} should listen on {port}; its image is {image}.
Give me {name}, made from {image}, on port {port}. <detach:Keep it in the background/Keep it in the foreground>.
@containers scale_deployment/set_replicas | Sets how many copies of a service run.
: deployment,service ident The service.
: replicas,copies int:1-60 How many copies.
: cluster?,region word The cluster.
Scale {deployment} to {replicas}.
{deployment} is overloaded. {replicas} copies should do[ in the cluster {cluster}].
I want {replicas} replicas of {deployment}.
In the cluster {cluster} we need {replicas} of {deployment}.
How about {replicas} copies for {deployment}? Set it so.
Traffic is low. For {deployment}, {replicas} replicas are enough.
@containers container_logs/tail_container | Shows the last lines that a container printed.
: container,name ident The container.
: lines,tail int:5-2000 How many lines.
Show the last {lines} lines of the container {container}.
{container} crashed. What were its last {lines} lines?
I want to read what {container} printed; {lines} lines suffice.
{lines} lines from {container}, please.
What did {container} say in the end? Give me {lines} lines.
@network open_port/allow_port | Opens a port in the firewall of a machine.
: host,machine host The machine.
: port,number int:20-65000 The port.
: protocol,proto enum:tcp,udp The protocol.
: source?,from_host host Who may connect; everybody if left out.
Open {protocol} port {port} on {host}[ for {source}].
{host} refuses connections. Let {protocol} through on port {port}.
Port {port} must be reachable on {host} by {protocol}.
Let {source} reach {host}. The port is {port}, the protocol {protocol}.
Could you open {port} ({protocol}) in the firewall of {host}?
Only {source} may connect to {host}; {port} is the port and {protocol} the protocol.
@network ping_host/test_reachability | Tests whether a machine answers.
: host,target host The machine.
: count,times int:1-50 How many packets are sent.
Ping {host} {count} times.
Is {host} up? {count} packets will tell.
Send {count} packets to {host} and see whether it answers.
I cannot reach {host}. Try it {count} times.
Does {host} answer? Test with {count} pings.
@network add_dns_record/set_dns | Adds a DNS record to a domain.
: name,record word The name of the record.
: kind,type enum:A,AAAA,CNAME,TXT,MX What kind of record it is.
: value,content host What the record points to.
: ttl?,seconds int:60-9000 Seconds that it may be kept.
Add the {kind} record {name} with the value {value}.
{name} should point to {value}. It is a record of type {kind}[ and lives {ttl} seconds].
Nobody can find {value}. Make a {kind} record named {name} for it.
I need DNS: type {kind}, name {name}, value {value}.
To {value} there shall lead a new {kind} record, {name}[; keep it for {ttl} seconds].
@network download_url/fetch_address | Downloads what stands at a web address.
: url,address url The web address.
: target,save_as path Where it is saved.
: retries?,attempts int:1-9 How often it is tried again.
Download {url} to {target}.
I need {url} on my disk. Save it as {target}[ and try {retries} times].
{target} is missing here. You get it from {url} .
Fetch {url} and put it at {target}[; up to {retries} retries are fine].
Store what {url} offers in {target}.
@logs search_logs/find_in_logs | Finds entries in the logs of a service.
: service,source ident The service.
: text,phrase line What the entries say.
: since?,from_day date The first day searched.
Did {service} ever log {text}
Look for {text} in the logs of {service}.
{service} is failing. Search its logs for {text}
Since {since} something is wrong with {service}. Which entries say {text}
I want all log entries of {service} that contain {text}
From {since} on, where does {service} report {text}
@logs rotate_logs/trim_logs | Deletes log entries that are older than some days.
: service,of ident The service whose logs are meant.
: days,older_than int:1-365 Age in days.
: compress?,zip bool Whether the rest is compressed.
Delete the logs of {service} that are older than {days} days.
The logs of {service} fill the disk. {days} days back is all we need.
{days} days of {service} logs are enough, <compress:and compress what stays/and leave what stays uncompressed>.
For {service}, keep only {days} days of logs.
Logs grow. Throw away those of {service} beyond {days} days; <compress:pack the others/do not pack the others>.
@monitoring create_alert/add_alarm | Warns when a measured value gets too high.
: metric,measure ident What is measured.
: threshold,above num:0.5-99 The value above which it warns.
: notify,recipient mail The e-mail address warned.
Warn {notify} when {metric} goes above {threshold}.
{metric} got out of hand yesterday. Above {threshold}, write to {notify} at once.
If {metric} is over {threshold}, tell {notify}.
Above {threshold} it becomes dangerous. Watch {metric} and alert {notify}.
{notify} wants to hear of it as soon as {metric} exceeds {threshold}.
@monitoring silence_alert/mute_alarm | Keeps an alarm quiet for some minutes.
: alarm,alert id The number of the alarm.
: minutes,duration int:1-600 For how many minutes.
: comment?,because line Why.
Silence {alarm} for {minutes} minutes.
{alarm} keeps ringing. I need {minutes} minutes of peace.
For {minutes} minutes I do not want to hear {alarm}.
We know about {alarm}. Mute it; {minutes} minutes should do.
Quiet, please: {alarm}, {minutes} minutes.[ The comment is {comment}]
@security rotate_key/renew_secret | Replaces a secret key by a new one.
: key,name key The name of the key.
: owner,service ident The service that uses it.
: revoke?,revoke_old bool Whether the old key stops working at once.
Renew {key} for {owner}.
{key} leaked. The service {owner} needs a new one; <revoke:revoke the old one/do not revoke the old one yet>.
{owner} still uses an old {key}. Replace it.
Please rotate {key}, <revoke:and kill the old key at once/but let the old key live on>. It belongs to {owner}.
For {owner} I want a fresh {key}.
@security block_address/ban_client | Shuts a machine out.
: address,client host The machine that is shut out.
: hours,duration int:1-900 For how many hours.
Block {address} for {hours} hours.
{address} tries passwords all night. Shut it out for {hours} hours.
I do not want to see {address} in the next {hours} hours.
{hours} hours without {address}, please. It attacks us.
Who is {address}? Whoever it is, ban it for {hours} hours.
@security grant_role/give_access | Gives a person a role in a system.
: person,user mail The person's e-mail address.
: role,as enum:reader,editor,admin,auditor The role.
: system,resource ident The system.
: until?,expires date The last day.
Make {person} {role} of {system}[ until {until}].
{person} cannot get into {system}. The role {role} would do.
As {role}, {person} should have access to {system}.
{system} needs one more {role}: {person}.[ It ends on {until}.]
Until {until} please let {person} into {system} as {role}.
@cloud create_bucket/make_storage | Creates a storage space in a region.
: bucket,name word The name of the storage space.
: region,place town The region.
: public?,open bool Whether everybody may read it.
Create a bucket {bucket} in {region}.
In {region} we need storage. Call it {bucket}; <public:everybody may read it/it must not be public>.
{bucket} should be the name of a new storage space in the region {region}.
A {region} bucket please, <public:public/not public>, named {bucket}.
Our files need a home. Let it be {bucket}, and let it be in {region}.
@cloud resize_machine/change_size | Gives a virtual machine more or less memory.
: machine,vm host The virtual machine.
: memory,gigabytes int:1-512 Memory in gigabytes.
: cores?,cpus int:1-64 Number of cores.
{machine} needs {memory} gigabytes of memory.
Give {machine} {memory} GB[ and {cores} cores].
With {memory} GB, {machine} would be fine. Change that[; {cores} cores too].
The virtual machine {machine} swaps all day. Raise it to {memory} gigabytes.
I pay too much. {memory} gigabytes are plenty for {machine}.
@databases run_query/query_database | Runs an SQL statement on a database.
: sql,statement sql The statement, exactly as given.
: database,db ident The database.
: dry_run?,simulate bool Whether nothing is changed.
Run {sql} on {database}.
What does {database} answer to {sql}
On {database} please execute {sql}, <dry_run:as a dry run/and not as a dry run>.
I have a statement for {database}: {sql}
{sql} should run on the database {database}. <dry_run:Only simulate it/Do it for real>.
@databases delete_rows/purge_rows | Deletes the rows of a table that meet a condition.
: table,from_table table The table.
: condition,where where The condition, as code.
: limit?,at_most int:100-9000 The most rows deleted.
From {table} delete all rows with {condition}.
{table} is full of rubbish. Rows where {condition} can go[, {limit} at most].
Whatever meets {condition} must leave {table}.
No more than {limit} rows: purge {table} where {condition}.
I want rows with {condition} out of the table {table}.
@databases add_column/extend_table | Adds a column to a table.
: table,to_table table The table.
: column,name ident The name of the column.
: type,kind enum:integer,text,boolean,date,float What the column holds.
: nullable?,may_be_empty bool Whether it may be empty.
Add {column} to {table} as {type}.
{table} needs a column {column} of type {type}, <nullable:which may be empty/which must not be empty>.
I would like a {type} column. Its name is {column} and its table {table}.
We store nothing about it yet. In {table}, create {column}; {type} is the right type.
A column called {column}, type {type}, should be in {table}.
@databases create_index/index_column | Makes searching some columns of a table fast.
: columns,fields list:ident The columns.
: table,on table The table.
: unique?,distinct bool Whether no two rows may be equal there.
Index {columns} of {table}.
Queries on {table} are slow. An index on {columns} should help.
{table} wants a<unique: unique index/n index, not a unique one,> on {columns}.
On {columns} please build an index; the table is {table}.
Searching {table} takes ages. Make it quick for {columns}.
@databases backup_database/dump_database | Saves a database into a file.
: database,source ident The database.
: file,target path:dump The file it is saved to.
: compress?,zipped bool Whether it is compressed.
Save {database} to {file}.
I am about to break {database}. Dump it into {file}, <compress:compressed/uncompressed>.
{file} should hold a backup of {database}.
Before the move, back up {database}; use {file} for that.
Into {file} goes a <compress:compressed/plain, not compressed,> dump of {database}.
@tables sort_table/order_rows | Sorts the rows of a spreadsheet by a column.
: sheet,file file:sheet The spreadsheet.
: column,by ident The column.
: direction,order enum:ascending,descending Which way.
Sort {sheet} by {column}, {direction}.
{sheet} is in no order. Make it {direction} by {column}.
By {column} and {direction}: that is how {sheet} should be sorted.
I want {direction} order in {sheet}. The column is {column}.
Could the rows of {sheet} stand in {direction} order of {column}?
@tables filter_rows/select_rows | Writes the rows of a table file that meet a condition into another file.
: source,input file:sheet The file with all rows.
: condition,test where The condition, as code.
: output,target file:sheet The file for the rows kept.
From {source} keep the rows with {condition} and write them to {output}.
{output} should have only those rows of {source} where {condition}.
{source} is too large. Take what fits {condition} and save that as {output}.
If {condition} holds, a row of {source} goes to {output}.
Write into {output} what is left of {source} when only {condition} counts.
@queues publish_message/send_to_queue | Puts a message into a queue.
: queue,topic ident The queue.
: body,payload text The message as it is.
: delay?,after_s int:1-900 Seconds that it waits.
Put this into the queue {queue}: {body}
{queue} is empty. Send it {body}
Publish {body} to {queue}[ after {delay} seconds].
In {delay} seconds the queue {queue} shall receive this: {body}
My message is {body} and the queue is {queue}.
@queues retry_job/rerun_job | Starts a failed job again.
: job,number id The number of the job.
: worker?,on host The machine that does it.
: priority,urgency int:1-9 How urgent it is, from 1 to 9.
Start {job} again with priority {priority}.
{job} failed. Try it once more, priority {priority}[, on {worker}].
With priority {priority}, {job} needs another go.
Let {worker} do {job} over. The priority is {priority}.
I need {job} to run again; {priority} is the priority.
"""
