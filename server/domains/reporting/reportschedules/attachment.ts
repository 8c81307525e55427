import { stat } from 'node:fs/promises'
import { Problem } from '#server/errors.ts'
import type { Requester } from '#server/fair-queue.ts'
import type { Services } from '#server/services.ts'
import { makeReportFile } from '../reports/make-file.ts'
import type { Report, ReportParameters } from '../reports/report.ts'
import { type FileFormat, fileTypes } from '../reports/report-file.ts'

/** What most mail servers still take. */
const MOST_MB = 10

/** Each mail holds the file, and all of them are stored at once. */
const MOST_TOGETHER_MB = 20

/** @throws 413 */
export function checkTogether(bytes: number, people: number) {
  if (bytes * people <= MOST_TOGETHER_MB * 1024 * 1024) return
  const size = `${(bytes / 1024 / 1024).toFixed(1).replace('.', ',')} MB`
  throw new Problem(
    413,
    `A file of ${size} for ${people} people is more than ${MOST_TOGETHER_MB} MB together: shorten its days, or choose fewer people.`,
  )
}

type Asked = { report: Report; parameters: ReportParameters; format: string }

/** A file that whoever asked for it removes. @throws 413 for one that no mail can carry, and as `askReport` */
export async function makeReportAttachment(
  { tenants, config, files, clock }: Services,
  requester: Requester,
  { report, parameters, format: asked }: Asked,
) {
  const format = asked as FileFormat
  const printer = { services: { tenants, config, files }, now: clock }
  const path = await makeReportFile(printer, requester, { report, parameters, narrowed: [], format })
  const { size } = await stat(path)
  if (size > MOST_MB * 1024 * 1024)
    throw new Problem(413, `The file is larger than ${MOST_MB} MB, which no mail carries: shorten its days.`)
  return { path, filename: `${report.title}.${format}`, contenttype: fileTypes[format], size }
}
