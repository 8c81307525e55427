import { readPosition } from '#db/queries/position.ts'
import { menuBoards } from '#db/queries/work/boards.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import {
  type LabelQuery,
  labelPrintQuery,
  labelQuery,
  printLabels,
} from '#server/domains/stock/qrlabels/print-labels.tsx'
import { computeEtag, notModified } from '#server/http/document-reply.ts'
import { ById, id, object, t } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { jobsSegment, readLabels } from '#server/resources.ts'
import { VERSION } from '#server/version.ts'
import { QrLabelsPage } from '#views/stock/qrlabels/page.tsx'
import { buildLabel, type LabelKind, listLabelChoices } from './build-label.ts'

const ByJobAndItem = t.Object({ a: id(), b: id() })
const kinds: Record<LabelKind, { what: string; of: string }> = {
  package: { what: 'Package label', of: 'a piece of equipment on a job' },
  storage: { what: 'Storage label', of: 'a line of a job that has a storage place' },
}

export const jobLabelsApi: Route[] = [
  api(
    'GET /api/jobs/:id/labels',
    {
      claim: 'jobs.read',
      params: ById,
      summary:
        'What of a job a label may be chosen for: its pieces of equipment, and its lines with a storage place.',
    },
    (c) =>
      c.read((db, viewer) => {
        const of = (kind: LabelKind) => listLabelChoices(db, viewer, kind, c.params.id)
        return { package: of('package'), storage: of('storage') }
      }),
  ),
]

export const jobLabelPages: Route[] = (['package', 'storage'] as const).flatMap((kind) => {
  const { what, of } = kinds[kind]
  return [
    page(
      `GET /labels/${kind}/:a/:b`,
      {
        claim: 'jobs.read',
        params: ByJobAndItem,
        query: object(labelQuery),
        summary: `Where the label of ${of} is printed: its paper, and where on it.`,
      },
      (c) => {
        const { a, b } = c.params
        const { label, href } = c.read((db, viewer) => ({
          label: buildLabel(db, viewer, kind, { a, b }),
          href: jobAddress(db, a),
        }))
        const title = `${what}: ${label.name}`
        return view(
          <QrLabelsPage
            title={title}
            chosen
            count={1}
            without={0}
            toomany={false}
            most={20}
            noun="label"
            query={c.query satisfies LabelQuery}
            address={`/labels/${kind}/${a}/${b}`}
            print={`/render/${kind}/${a}/${b}`}
            back={{ href, label: `job ${label.reference}` }}
          />,
          { title, page: 'pages.jobs' },
        )
      },
    ),

    page(
      `GET /render/${kind}/:a/:b`,
      {
        claim: 'jobs.read',
        params: ByJobAndItem,
        query: object(labelPrintQuery),
        summary: `The label of ${of} as a PDF in exact millimetres.`,
      },
      (c) => {
        const etag = c.read((db) =>
          computeEtag(VERSION, c.url.pathname, c.url.search, readPosition(db), c.person.userid),
        )
        const { reference, ...label } = c.read((db, viewer) => buildLabel(db, viewer, kind, c.params))
        return (
          notModified(c.request, etag) ??
          printLabels(c, { title: `${what} ${reference}`, labels: [label], etag })
        )
      },
    ),
  ]
})

function jobAddress(db: TenantDb, jobid: string): string {
  const job = findJobPlace(db, jobid)
  const slug = menuBoards(db).find(({ id }) => id === job?.boardid)?.slug
  return job && slug
    ? `/${jobsSegment(readLabels(db))}/${slug}/progress?open=${encodeURIComponent(job.reference.toLowerCase())}`
    : '/'
}
