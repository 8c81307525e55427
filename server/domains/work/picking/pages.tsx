import { INVOICED } from '#db/job-status.ts'
import { findScanned } from '#db/queries/stock/scan.ts'
import { cardRows } from '#db/queries/work/jobs.ts'
import { listJobLines } from '#db/queries/work/materials.ts'
import type { TenantDb } from '#db/types.ts'
import { hasPermission, type Viewer } from '#server/access/viewer.ts'
import { listPrintableKinds } from '#server/documents/texts.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { isLongToRead } from '#server/domains/work/materials/long-job.ts'
import { notFound, Problem } from '#server/errors.ts'
import { ById } from '#server/http/fields.ts'
import { dialogReply, listData, view } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { readZone } from '#server/zone.ts'
import { PickDialog } from '#views/work/picking/line.tsx'
import { PickingList } from '#views/work/picking/list.tsx'
import { LineQuery } from './input.ts'
import { listLinesToPick, type PickLine } from './picking-list.ts'
import { presentPickingList } from './present.ts'

const key = 'pages.picking'

function pickingView(db: TenantDb, viewer: Viewer, id: string) {
  const title = pageTitle(db, key)
  const { job, canpick, ...about } = readAbout(db, viewer, id)
  const [card] = cardRows(db, [job.id])
  return view(
    <PickingList
      title={title}
      jobid={job.id}
      reference={job.reference}
      about={[card?.description, card?.clientname].filter(Boolean).join(' · ')}
      href={jobLinks(db)(job.boardid, job.reference)}
      lines={listLinesToPick(db, job.id)}
      haslines={listJobLines(db, job.id).length > 0}
      keepsitems={viewer.claims.has('inventory.write')}
      canpick={canpick}
      canprint={listPrintableKinds(db, viewer.claims).some(({ name }) => name === 'pickinglist')}
      {...about}
    />,
    { title: `${title} ${job.reference}`, page: key },
  )
}

function readAbout(db: TenantDb, viewer: Viewer, id: string) {
  const job = visibleJob(db, viewer, id)
  const works = viewer.claims.has('materials.consume') && hasPermission(viewer, job.boardid, 'work')
  return {
    job,
    canpick: works && job.status < INVOICED && !job.template,
    seesstock: viewer.claims.has('stock.read'),
    zone: readZone(db),
  }
}

/** What is still to be picked goes before what is. @throws 404 with a sentence that names the code */
function findLine(db: TenantDb, lines: readonly PickLine[], query: { code?: string; materialid?: string }) {
  if (query.materialid) return lines.find(({ materialid }) => materialid === query.materialid)
  const code = query.code ?? ''
  const found = findScanned(db, code)
  const items = new Set(found.filter(({ kind }) => kind === 'item').map(({ id }) => id))
  const matching = lines.filter(({ inventory }) => items.has(inventory.id))
  const line = matching.find(({ topick }) => topick > 0) ?? matching[0]
  if (line) return line
  const [other] = found
  throw new Problem(
    404,
    other ? `${other.name} is not on this picking list.` : `Nothing has the code ${code}.`,
  )
}

export const pickingPages: Route[] = [
  api(
    'GET /api/jobs/:id/pickinglist',
    {
      claim: 'jobs.read',
      params: ById,
      long: isLongToRead,
      summary: 'What is to be picked for a job, by place.',
    },
    (c) =>
      c.read((db, viewer) =>
        listData(presentPickingList(db, viewer, visibleJob(db, viewer, c.params.id).id)),
      ),
  ),

  page(
    'GET /picking/:id',
    {
      claim: 'jobs.read',
      params: ById,
      long: isLongToRead,
      summary: 'The picking list of a job, by place.',
    },
    (c) => c.read((db, viewer) => pickingView(db, viewer, c.params.id)),
  ),

  page(
    'GET /picking/:id/line',
    {
      claim: 'jobs.read',
      params: ById,
      query: LineQuery,
      summary: 'One line of a picking list, by what was scanned or by itself.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { job, ...about } = readAbout(db, viewer, c.params.id)
        const line = findLine(db, listLinesToPick(db, job.id), c.query)
        if (!line) throw notFound('line')
        return dialogReply(
          c,
          <PickDialog jobid={job.id} reference={job.reference} line={line} {...about} />,
          () => pickingView(db, viewer, job.id),
        )
      }),
  ),
]
