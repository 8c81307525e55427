import { rm, writeFile } from 'node:fs/promises'
import type { Requester } from '#server/fair-queue.ts'
import { newTemporaryPath } from '#server/reader/temporary-file.ts'
import { makeReportPdf, type Printed, type Printer } from './print-report.ts'
import { askReport, type FileFormat } from './report-file.ts'

/** Beside what goes on, in the data folder; whoever asked for it removes it. @throws as `askReport` */
export async function makeReportFile(
  printer: Printer,
  requester: Requester,
  { format, ...printed }: Printed & { format: FileFormat },
  onProgress?: (rows: number) => void,
): Promise<string> {
  const path = newTemporaryPath(printer.services.config.data)
  const { report, parameters } = printed
  const asked = { name: report.name, parameters, most: 0 }
  try {
    if (format === 'pdf') await writeFile(path, await makeReportPdf(printer, requester, printed, onProgress))
    else await askReport(printer, requester, { ...asked, file: { format, to: path } }, onProgress)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return path
}
