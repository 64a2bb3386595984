"""Everyday tools of laboratories, clinics, power plants and gardens, in the form that catalog.py reads."""
import toolvalues

POOLS = {
    "chemical": "ethanol|acetone|saline|sodium chloride|glucose|methanol|buffer|nitric acid|glycerol|hexane|agar|peroxide",
    "vessel": "beaker 2|flask A|tube 14|vial 7|well B3|bottle 9|plate 5|dish 12|reactor 1|cuvette 6",
    "ward": "ward 3|intensive care|radiology|ward 9|surgery|pediatrics|room 214|recovery|ward B|cardiology|maternity",
    "plantunit": "main boiler|heat pump|north turbine|solar roof|battery bank|chiller|second burner|generator|substation|cooling tower|wood furnace|buffer tank",
}
toolvalues.POOLS.update({k: v.split("|") for k, v in POOLS.items()})
toolvalues.CLOSED.update({"vessel", "ward"})

TOOLS = {"lab": """
mix_solution/prepare_solution/make_solution: Mixes a solution of two substances/Solute in solvent
solute/substance/what chemical What is dissolved/Solute
grams/amount/mass ~1-90 Mass in grams/Grams
solvent/in/liquid chemical In what it is dissolved/Solvent
milliliters/volume/ml #50-900 Volume in millilitres/Volume
- dissolve {grams} grams of {solute} in {milliliters} ml of {solvent}
- mix {grams} g {solute} into {milliliters} ml {solvent}
! to {milliliters} ml of {solvent} add {grams} grams of {solute}
- take {milliliters} milliliters of {solvent} and stir in {grams} g of {solute}
! {grams} g {solute} and {milliliters} ml {solvent} make the solution

dilute_sample/dilute/thin_sample: Dilutes a sample/From one strength to another
sample/what/vessel vessel Which sample/Sample
start/from/from_percent #40-90 Percent before/Old strength
end/to/to_percent #2-30 Percent after/New strength
- dilute {sample} from {start}% to {end}%
- bring {sample} down to {end} percent from {start}
! {sample} is at {start} percent and should be at {end}
- thin {sample} to {end} percent, it has {start} now

spin_sample/centrifuge/run_centrifuge: Spins a sample/Centrifuge run
sample/tube/what vessel Which sample/Sample
rpm/speed/turns #500-15000 Turns a minute/Speed
minutes/time/duration #2-60 How long/Minutes
cooled?/cold?/chill? ! With cooling/True to cool
- spin {sample} at {rpm} for {minutes} minutes[ {cooled=with cooling:true,uncooled:false}]
- centrifuge {sample} for {minutes} minutes at {rpm} rpm
! {sample} needs {minutes} minutes at {rpm} turns[, {cooled=on ice:true,without cooling:false}]
- turn {sample} at {rpm} rpm, {minutes} minutes long

incubate/warm_sample/keep_warm: Keeps a sample warm/Incubation
sample/what/vessel vessel Which sample/Sample
celsius/temperature/degrees ~18-70 Degrees/Temperature
hours/duration/time #2-96 How long/Hours
shake?/shaking?/agitate? ! Shake it/True to shake
- keep {sample} at {celsius} degrees for {hours} hours
- warm {sample} for {hours} hours at {celsius}[, {shake=shaking:true,standing still:false}]
! {sample} stays {hours} hours at {celsius} degrees[ {shake=with shaking:true,without shaking:false}]
- incubate {sample} for {hours} hours at {celsius} degrees

log_reading/record_measurement/add_readings: Records readings of a sample/Measured values
sample/of/which vessel Which sample/Sample
values/readings/numbers *~1-90 What was read/Readings
by?/observer?/analyst? person Who read them/Observer
! {sample} gave {values}[, read by {by}]
- write down {values} for {sample}
- record {values} as the readings of {sample}
! {by} got {values} from {sample}
! from {sample} we have {values}

label_sample/tag_sample/name_sample: Puts a label on a sample/Label
sample/which/on vessel Which sample/Sample
label/text/words text Text of the label/Label
hazard?/dangerous?/warning? ! With a warning sign/True if dangerous
- label {sample} {label}, {hazard=with a warning sign:true,no warning needed:false}
- stick {label} on {sample}
- write {label} on {sample}
- put a label on {sample} saying {label}
""", "clinic": """
admit_patient/check_in_patient/register_patient: Takes a patient in/Admission
patient/name/who person Who/Patient
ward/to/where ward Which ward/Ward
doctor?/physician?/by? person Who treats/Doctor
- admit {patient} to {ward}[ under {doctor}]
- put {patient} into {ward}
! {patient} is coming to {ward}[, {doctor} takes over]
! in {ward} we have a new patient, {patient}
- take {patient} in, {ward}[, treated by {doctor}]

transfer_patient/move_patient/change_ward: Moves a patient to another ward/Between wards
patient/name/who person Who/Patient
source/from/old_ward ward Where the patient is/Old ward
target/to/new_ward ward Where the patient goes/New ward
time?/at?/when? time When/Time
- move {patient} from {source} to {target}[ at {time}]
- bring {patient} over to {target} from {source}
! {patient} leaves {source} for {target}[ at {time}]
! at {time} {patient} goes from {source} to {target}

discharge_patient/send_home/release_patient: Sends a patient home/Discharge
patient/name/who person Who/Patient
date?/on?/day? weekday Day/When
with_letter?/letter?/report? ! With a letter for the doctor/True for a letter
- send {patient} home[ on {date}]
- discharge {patient}[ {with_letter=with a letter:true,without a letter:false}]
! {patient} can go home[ on {date}]
? may {patient} leave[ on {date}]

give_dose/administer/dose: Gives a medicine to a patient/Dose of a medicine
patient/to/who person Who gets it/Patient
medicine/drug/what medicine Which medicine/Drug
milligrams/amount/mg #5-900 Dose in milligrams/Dose
every_hours?/interval?/each? #2-24 Hours between doses/Interval
- give {patient} {milligrams} mg of {medicine}[ every {every_hours} hours]
- give {milligrams} milligrams of {medicine} to {patient}
! {patient} gets {medicine}, {milligrams} mg[ each {every_hours} hours]
! {milligrams} mg {medicine} for {patient}

record_vitals/log_vitals/note_vitals: Records pulse and blood pressure/Vital signs
patient/who/name person Who/Patient
upper/systolic/high #100-190 Upper pressure/Systolic
lower/diastolic/low #50-95 Lower pressure/Diastolic
pulse?/heart_rate?/beats? #45-150 Beats a minute/Pulse
! {patient} has a blood pressure of {upper} over {lower}[ and a pulse of {pulse}]
- note {upper} over {lower} for {patient}[, {pulse} beats]
- write {patient}, {upper} over {lower}
! the pressure of {patient} is {upper} over {lower}

book_vet/vet_visit/vet_appointment: Books a visit at the vet/Appointment for a pet
pet/animal/name petname Name of the pet/Which pet
owner/client/person person Who brings it/Owner
time/at/when time When/Time
vaccinate?/shot?/with_vaccine? ! With vaccination/True for a vaccination
! {owner} comes with {pet} at {time}
- book {pet} in at {time}, the owner is {owner}
! at {time} {owner} brings {pet}[ {vaccinate=for a vaccination:true,with no shots:false}]
- see {pet} at {time} with {owner}[, {vaccinate=with vaccination:true,without vaccination:false}]
""", "energy": """
set_flow_return/set_heating_circuit/supply_return: Sets flow and return temperature/Heating circuit
unit/plant/boiler plantunit Which unit/Unit
flow/supply/out ~45-80 Degrees going out/Flow temperature
back/return_temp/in ~20-40 Degrees coming back/Return temperature
- run the {unit} with {flow} degrees out and {back} degrees back
! the {unit} sends out {flow} and takes back {back} degrees
- let the {unit} supply {flow} degrees and return {back}
! out of the {unit} come {flow} degrees, {back} flow back

limit_power/cap_power/set_power_limit: Limits the power of a unit/Power cap
unit/plant/source plantunit Which unit/Unit
kilowatts/power/kw ~3-900 Most kilowatts/Limit
start?/from?/begin? time From when/Start
end?/until?/to? time Until when/End
- keep the {unit} under {kilowatts} kilowatts[ until {end}]
- hold the {unit} at no more than {kilowatts} kW from {start} to {end}
! the {unit} may draw {kilowatts} kW at most[ from {start}]
! from {start} until {end} the {unit} gets {kilowatts} kilowatts
- throttle the {unit} to {kilowatts} kW

switch_unit/unit_power/set_unit: Starts or stops a unit of the plant/Unit on or off
unit/plant/which plantunit Which unit/Unit
running/on/active ! Running or not/True to start
delay?/after?/minutes? #2-60 Minutes to wait/Delay
- {running=start up:true,shut down:false,fire up:true,switch off:false} the {unit}[ in {delay} minutes]
- turn the {unit} {running=on:true,off:false}[ after {delay} minutes]
- take the {unit} {running=online:true,offline:false}
! the {unit} must {running=run:true,not run:false}[ in {delay} minutes]

charge_battery/storage_charge/battery_window: Charges a battery between two levels/Charge levels in percent
unit/battery/which plantunit Which battery/Battery
floor/min/from_percent #5-30 Lowest level/From
ceiling/max/to_percent #60-98 Highest level/To
source?/with?/by? =solar,grid,wind Power for it/Source
- charge the {unit} from {floor} to {ceiling} percent[ with {source} power]
- keep the {unit} between {floor} and {ceiling} percent
! the {unit} must not fall below {floor} nor rise above {ceiling} percent
- fill the {unit} up to {ceiling}% and never empty it under {floor}%
- let the {unit} go from {floor} up to {ceiling} percent {source=from the sun:solar,from the wind:wind,from the mains:grid}

read_meter/meter_reading/log_meter: Notes the reading of a meter/Old and new reading
meter/number/id id Which meter/Meter
old/before/previous #1000-4000 Reading before/Old reading
new/after/current #4100-9900 Reading now/New reading
! meter {meter} went from {old} to {new}
! {meter} shows {new} now and showed {old} before
- note {new} for meter {meter}, last time it was {old}
- put {meter} from {old} to {new}

sell_power/feed_in/export_power: Sells power to the grid/Feed-in
kilowatt_hours/amount/kwh ~5-900 How much/Kilowatt hours
cents/price/rate ~4-40 Price of one in cents/Cents each
buyer?/to?/who? company Who buys/Buyer
- sell {kilowatt_hours} kWh for {cents} cents each[ to {buyer}]
! {buyer} buys {kilowatt_hours} kilowatt hours at {cents} cents
- feed in {kilowatt_hours} kWh at {cents} cents
! at {cents} cents each, {kilowatt_hours} kWh go out[ to {buyer}]
"""}
