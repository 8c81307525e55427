import type { Claim } from '#server/access/claims.ts'
import { checkMayPrint } from '#server/documents/document-kinds.ts'
import { print } from '#server/documents/print.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { isLongToRead } from '#server/domains/work/materials/long-job.ts'
import { forbidden } from '#server/errors.ts'
import { toCsv } from '#server/export/csv.ts'
import { toXlsx } from '#server/export/xlsx.ts'
import type { Context } from '#server/http/context.ts'
import { ById, choice, object, t } from '#server/http/fields.ts'
import { file } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { whileConnected } from '#server/while-connected.ts'
import { buildJobDocument, readSubject } from './build-job-document.ts'
import { jobData, jobForPastel, jobSheet } from './download-job.ts'

const formats = ['csv', 'xlsx', 'pastel', 'pdf', 'json'] as const
type Format = (typeof formats)[number]
const Query = object({ format: t.Optional(choice(...formats)) })

/** Beside the right to see the job. */
const needed: Partial<Record<Format, readonly Claim[]>> = {
  csv: ['records.export'],
  xlsx: ['records.export'],
  pastel: ['records.export', 'jobs.money'],
}

const bytes = (text: string) => new TextEncoder().encode(text)

const makers: Record<
  Format,
  (c: Context, id: string) => Promise<[body: Uint8Array, type: string, end: string]>
> = {
  csv: async (c, id) => {
    const { columns, rows } = c.read((db, viewer) => jobSheet(db, viewer, id))
    return [toCsv(columns, rows), 'text/csv; charset=utf-8', 'csv']
  },
  xlsx: async (c, id) => {
    const { columns, rows } = c.read((db, viewer) => jobSheet(db, viewer, id))
    return [
      await toXlsx('Job', columns, rows),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'xlsx',
    ]
  },
  pastel: async (c, id) => [
    bytes(c.read((db, viewer) => jobForPastel(db, viewer, id))),
    'text/csv; charset=utf-8',
    'pastel.csv',
  ],
  pdf: async (c, id) => {
    checkMayPrint(c.person.claims, 'card')
    const { printable } = c.read((db, viewer) => buildJobDocument('card', readSubject(db, viewer, id)))
    return [await print(c.services.files, whileConnected(c), printable), 'application/pdf', 'pdf']
  },
  json: async (c, id) => {
    const data = c.read((db, viewer) => jobData(db, viewer, id))
    return [bytes(JSON.stringify(data, null, 2)), 'application/json; charset=utf-8', 'json']
  },
}

export const downloadApi: Route[] = [
  api(
    'GET /api/jobs/download/:id',
    {
      claim: 'jobs.read',
      params: ById,
      query: Query,
      // A job card is printed by threads of its own.
      long: (c) => (c.query as { format?: Format }).format !== 'pdf' && isLongToRead(c),
      summary: 'A job with its lines as a file: csv, xlsx, pastel, pdf (the job card), or json.',
    },
    async (c) => {
      const { format = 'csv' } = c.query
      const { id } = c.params
      const { reference } = c.read((db, viewer) => visibleJob(db, viewer, id))
      for (const claim of needed[format] ?? []) if (!c.can(claim)) throw forbidden()
      const [body, type, end] = await makers[format](c, id)
      return file(body, type, `${reference}.${end}`)
    },
  ),
]
