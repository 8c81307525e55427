import {
  customLayouts,
  type FieldValue,
  type JobForPrint,
  listFieldValues,
  listJobSteps,
  type OrganisationRow,
} from '#db/queries/documents.ts'
import { listStepsOfJobs, stepProgress } from '#db/queries/work/job-steps.ts'
import { listCategoriesByJob } from '#db/queries/work/jobs.ts'
import { type LineRow, listJobLines } from '#db/queries/work/materials.ts'
import { listJobNotes } from '#db/queries/work/notes.ts'
import { findSignOff, listSignOffs } from '#db/queries/work/signoffs.ts'
import type { TenantDb } from '#db/types.ts'
import { clientParty, organisationParty, type Printable, siteParty } from '#server/documents/parties.ts'
import { jobFields } from '#server/domains/work/jobs/fields.ts'
import { OTHER, OUTPUT } from '#server/domains/work/materials/line-roles.ts'
import { Problem } from '#server/errors.ts'
import { drawSignature, type Signature } from '#server/signature.ts'
import { readToday, readZone } from '#server/zone.ts'
import type { CardData, JobCardLine } from '#views/documents/types.ts'
import { instant, shortDate } from '#views/format.ts'
import { agreedVisit, visitWords } from '#views/ui/visit-time.ts'
import { lineName } from './build-price-document.ts'

const NOTES = 10

/** `custom`: with the layouts of its categories; `forclient`: without what the account writes for itself. */
type CardVersion = { custom?: boolean; forclient?: boolean }

/** Without any amount (spec 2, "Job export drawer"). @throws 400 when no category of the job has a custom layout */
export function buildJobCard(
  db: TenantDb,
  print: JobForPrint,
  organisation: OrganisationRow,
  { custom, forclient }: CardVersion = {},
): Printable<CardData> {
  const { job, client, location } = print
  const zone = readZone(db)
  const lines = listJobLines(db, job.id)
  const isOut = ({ line }: LineRow) => line.role === OUTPUT || line.role === OTHER
  return {
    organisation: organisationParty(organisation),
    client: clientParty(client),
    site: siteParty(location),
    reference: job.reference,
    date: readToday(db),
    duedate: job.finish ?? undefined,
    visit: forclient ? agreedVisit(job) : undefined,
    signoff: forclient ? undefined : printedSignOff(db, job.id, zone),
    description: [job.description, ...(custom ? layouts(db, job.id) : [])].join('\n'),
    critical: job.critical,
    fields: forclient ? [] : listCardFields(db, print),
    steps: forclient ? [] : cardSteps(db, job.id, zone),
    input: lines.filter((line) => !isOut(line)).map(cardLine),
    output: lines.filter(isOut).map(cardLine),
    notes: (forclient ? [] : listJobNotes(db, job.id, { take: NOTES })).map(({ date, name, message }) => ({
      date: instant(date, zone),
      author: name,
      message,
    })),
  }
}

/** Of a job that has none yet, those that its categories will give it. */
function cardSteps(db: TenantDb, jobid: string, zone: string): CardData['steps'] {
  const own = listStepsOfJobs(db, [jobid])
  const newest = own[0]?.iteration
  if (newest === undefined) return listJobSteps(db, jobid)
  return own
    .filter(({ iteration, archived }) => iteration === newest && !archived)
    .map(({ name, instruction, workername, completed, skipped, datecompletedutc }) => ({
      ...{ name, instruction, worker: workername ?? '', done: completed && !skipped },
      completed: skipped ? 'skipped' : datecompletedutc ? instant(datecompletedutc, zone) : '',
    }))
}

function printedSignOff(db: TenantDb, jobid: string, zone: string): CardData['signoff'] {
  const newest = listSignOffs(db, jobid)[0]
  const strokes = newest && findSignOff(db, newest.id)?.strokes
  if (!newest || !strokes) return
  const { name, signedutc } = newest
  return { name, when: instant(signedutc, zone), signature: drawSignature(JSON.parse(strokes) as Signature) }
}

function layouts(db: TenantDb, jobid: string): string[] {
  const found = customLayouts(db, jobid)
  if (found.length > 0) return found
  throw new Problem(400, 'No category of this job has a custom card: print the default one.', {
    fields: { vs: 'No category of this job has a custom card.' },
  })
}

function listCardFields(db: TenantDb, { job, assigneename, divisionname }: JobForPrint) {
  const categories = listCategoriesByJob(db, [job.id]).map(({ name }) => name)
  const progress = stepProgress(db, [job.id]).get(job.id)
  const fields = [
    { label: 'Category', value: categories.join(', ') },
    { label: jobFields.assignee.label, value: assigneename ?? '' },
    { label: 'Division', value: divisionname ?? '' },
    { label: 'Steps done', value: progress ? `${progress.done}/${progress.total}` : '' },
    { label: 'Starts', value: shortDate(job.start) },
    { label: jobFields.visittime.label, value: visitWords(job.visittime) },
    { label: jobFields.customerreference.label, value: job.customerreference },
    { label: 'Note', value: job.statenote },
    ...listFieldValues(db, job.id).map((field) => ({ label: field.label, value: fieldWords(field) })),
  ]
  return fields.filter(({ value }) => value)
}

const DATE = 1
const NUMBER = 3
const YESNO = 4

function fieldWords({ typeid, value }: FieldValue): string {
  if (typeid === DATE) return shortDate(value)
  if (typeid === NUMBER) return value.replace('.', ',')
  return typeid === YESNO ? (value === 'true' ? 'yes' : 'no') : value
}

function cardLine(row: LineRow): JobCardLine {
  const { line, code } = row
  return {
    description: lineName(row),
    code: code ?? '',
    estimated: line.estimated,
    ...(line.consumed === 0 ? {} : { consumed: line.consumed }),
    unit: line.unit,
  }
}
