import { notFound } from '#server/errors.ts'
import { toCsv } from '#server/export/csv.ts'
import { toXlsx } from '#server/export/xlsx.ts'
import { file } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { describeLines, templateHeaders } from '#server/import/index.ts'
import { allowedList, findStagedImport } from './find-staged-import.ts'
import { ByList, ByStagedImport, TemplateQuery } from './input.ts'
import { getImports } from './running-imports.ts'

const CSV = 'text/csv; charset=utf-8'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const importDownloads: Route[] = [
  page(
    'GET /import/:list/template',
    { claim: 'records.import', params: ByList, query: TemplateQuery, summary: 'An empty file to fill.' },
    async (c) => {
      const { plural } = allowedList(c, c.params.list)
      const columns = templateHeaders(c.params.list).map((head) => ({ head }))
      if (c.query.format === 'csv') return file(toCsv(columns, []), CSV, `${plural}.csv`)
      return file(await toXlsx(plural, columns, []), XLSX, `${plural}.xlsx`)
    },
  ),

  page(
    'GET /import/:list/:id/problems',
    { claim: 'records.import', params: ByStagedImport, summary: 'A file of rows with problems.' },
    (c) => {
      const { dryRun, filename } = findStagedImport(c)
      const columns = ['Lines', 'Column', 'Problem'].map((head) => ({ head }))
      const rows = (dryRun?.problems ?? []).map((one) => [describeLines(one), one.column, one.sentence])
      return file(toCsv(columns, rows), CSV, `problems of ${withoutEnding(filename)}.csv`)
    },
  ),

  page(
    'GET /import/:list/:id/refused',
    {
      claim: 'records.import',
      params: ByStagedImport,
      summary: 'The rows with problems as they stand in the file, with what is wrong in each.',
    },
    (c) => {
      allowedList(c, c.params.list)
      const rows = getImports(c.services).stagedImports.refusedRows(c.person.accountid, c.params.id)
      if (!rows) throw notFound('file')
      return file(rows, CSV, 'rows to mend.csv')
    },
  ),
]

const withoutEnding = (filename: string) => filename.replace(/\.[a-z]+$/i, '')
