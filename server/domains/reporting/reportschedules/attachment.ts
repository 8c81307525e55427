import { stat, writeFile } from 'node:fs/promises'
import { Problem } from '#server/errors.ts'
import type { Requester } from '#server/fair-queue.ts'
import { newTemporaryPath } from '#server/reader/temporary-file.ts'
import type { Services } from '#server/services.ts'
import { makeReportPdf } from '../reports/print-report.ts'
import type { Report, ReportParameters } from '../reports/report.ts'
import { askReport, type FileFormat, fileTypes } from '../reports/report-file.ts'

/** What most mail servers still take. */
const MOST_MB = 10

type Asked = { report: Report; parameters: ReportParameters; format: string }

/** A file that whoever asked for it removes. @throws 413 for one that no mail can carry, and as `askReport` */
export async function makeReportAttachment(
  { tenants, config, files, clock }: Services,
  requester: Requester,
  { report, parameters, format: asked }: Asked,
) {
  const format = asked as FileFormat
  const path = newTemporaryPath(config.data)
  const asker = { services: { tenants, config, files }, now: clock }
  if (format === 'pdf')
    await writeFile(path, await makeReportPdf(asker, requester, { report, parameters, narrowed: [] }))
  else
    await askReport(asker, requester, { name: report.name, parameters, file: { format, to: path }, most: 0 })
  const { size } = await stat(path)
  if (size > MOST_MB * 1024 * 1024)
    throw new Problem(413, `The file is larger than ${MOST_MB} MB, which no mail carries: shorten its days.`)
  return { path, filename: `${report.title}.${format}`, contenttype: fileTypes[format] }
}
