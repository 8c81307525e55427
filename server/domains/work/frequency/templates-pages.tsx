import { readRepeatInvoicing } from '#db/queries/sales/repeat-invoices.ts'
import { listRepeats } from '#db/queries/work/frequency.ts'
import type { TenantDb } from '#db/types.ts'
import { hasPermission } from '#server/access/viewer.ts'
import { boardAt, boardTabRights } from '#server/domains/work/jobs/board-props.ts'
import { presentJobLines } from '#server/domains/work/jobs/job-lines.ts'
import { findJobs } from '#server/domains/work/jobs/list-jobs.ts'
import { atNewAddress } from '#server/domains/work/jobs/pages-moved.tsx'
import { listQuery, object, t } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { type TemplateRepeat, TemplatesPage } from '#views/work/frequency/templates.tsx'
import { planRepeat } from './plan-repeat.ts'

const OnBoard = t.Object({ jobs: t.String({ maxLength: 100 }), board: t.String({ maxLength: 200 }) })

const repeatsByTemplate = (db: TenantDb, now: Date): Map<string, TemplateRepeat[]> => {
  const found = new Map<string, TemplateRepeat[]>()
  const invoicingOf = readRepeatInvoicing(db)
  for (const row of listRepeats(db)) {
    const repeat = planRepeat(db, row, now)
    if (!repeat) continue
    const { template, frequency, due, next, done } = repeat
    const one: TemplateRepeat = {
      category: row.category,
      name: row.name,
      frequency,
      next: due[0] ?? next,
      done: row.done ? done : null,
      invoice: invoicingOf(row),
    }
    found.set(template.id, [...(found.get(template.id) ?? []), one])
  }
  return found
}

export const templatesPages: Route[] = [
  page(
    'GET /:jobs/:board/templates',
    {
      claim: 'jobs.read',
      params: OnBoard,
      query: object(listQuery),
      summary: 'Templates of a board, and when they repeat.',
    },
    (c) =>
      c.read((db, viewer) => {
        const board = boardAt(db, viewer, c.params.jobs, c.params.board)
        if (!board) return atNewAddress(c, db, viewer)
        const { marks, total } = findJobs(db, viewer, {
          sort: 'description',
          ...c.query,
          boardid: board.id,
          template: true,
        })
        const repeats = repeatsByTemplate(db, c.now())
        const rows = presentJobLines(db, viewer, marks).map((job) => ({
          ...job,
          repeats: repeats.get(job.id) ?? [],
        }))
        return view(
          <TemplatesPage
            board={board}
            segment={c.params.jobs}
            rows={rows}
            total={total}
            query={c.query}
            url={c.url.pathname + c.url.search}
            money={viewer.claims.has('jobs.money')}
            canwrite={c.can('jobs.write') && hasPermission(viewer, board.id, 'work')}
            invoices={c.can('invoices.read') && hasPermission(viewer, board.id, 'work')}
            canexport={false}
            tabs={boardTabRights(c)}
          />,
          { title: `Templates of ${board.name}`, page: `board.${board.slug}` },
        )
      }),
  ),
]
