import { labelOverrides } from '#db/queries/resources.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { exportQuery, exportReply, singleBatch } from '#server/export/exported.ts'
import type { Context } from '#server/http/context.ts'
import { object, t, text } from '#server/http/fields.ts'
import { fragment, saved, snackbarHeaders, view } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import { defaults, jobsSegment, pageTitle, readLabels } from '#server/resources.ts'
import { FieldLabelRow, MenuLabelsPage } from '#views/settings/labels/labels.tsx'
import { changeLabels } from './change-labels.ts'
import { labelAreas } from './label-areas.ts'

const PATH = '/customise/labels'
const KEY = 'pages.customise.labels'
const manage = { claim: 'settings.manage' } as const
const ByKey = t.Object({ key: t.String({ maxLength: 60 }) })
const LabelChanges = t.Record(t.String({ maxLength: 60 }), t.Union([t.String({ maxLength: 120 }), t.Null()]))
const Search = object({ search: t.Optional(text(100)) })

const listPage = (c: Context, search = '') =>
  c.read((db) => {
    const labels = readLabels(db)
    const title = labels[KEY] ?? 'Labels'
    const overrides = labelOverrides(db)
    const areas = labelAreas(overrides, { search, backoffice: c.can('platform.manage') })
    const own = Object.keys(overrides).filter((key) => Object.hasOwn(defaults, key)).length
    return view(
      <MenuLabelsPage
        title={title}
        areas={areas}
        own={own}
        search={search}
        segment={jobsSegment(labels)}
        canexport={c.can('records.export')}
      />,
      { title, page: KEY },
    )
  })

/** A row as it is now; the menu is drawn again, since most labels stand in it. */
const rowReply = (c: Context, key: string, message: string) =>
  c.read((db) => {
    const label = { key, standard: defaults[key] ?? key, own: labelOverrides(db)[key] ?? null }
    return fragment(<FieldLabelRow label={label} segment={jobsSegment(readLabels(db))} />, {
      headers: snackbarHeaders(message, { refresh: { table: 'boards' } }),
    })
  })

function toLabelError(error: unknown): never {
  const sentence = error instanceof Problem && Object.values(error.more.fields ?? {})[0]
  throw sentence ? invalid({ label: sentence }) : error
}

export const menuLabelPages: Route[] = [
  page(`GET ${PATH}`, { summary: 'The account’s own words for labels.', ...manage, query: Search }, (c) =>
    listPage(c, c.query.search),
  ),

  page(
    `GET ${PATH}/export`,
    { summary: 'A file of labels.', ...manage, query: object({ ...Search.properties, ...exportQuery }) },
    (c) => {
      const { format, search } = c.query
      const { title, areas } = c.read((db) => ({
        title: pageTitle(db, KEY),
        areas: labelAreas(labelOverrides(db), { search, backoffice: c.can('platform.manage') }),
      }))
      return exportReply(c, format, {
        title,
        columns: ['Where', 'Label', 'First word', 'Own word'].map((head) => ({ head })),
        batches: singleBatch(
          areas.flatMap(({ area, labels }) =>
            labels.map(({ key, standard, own }) => [area, key, standard, own]),
          ),
        ),
      })
    },
  ),

  ...action(
    { api: 'PATCH /api/configuration/resources', page: `PATCH ${PATH}/:key` },
    {
      ...manage,
      body: LabelChanges,
      form: {
        params: ByKey,
        body: object({ label: t.Optional(text(120)) }),
        input: ({ params: { key }, body }) => {
          if (!Object.hasOwn(defaults, key)) throw notFound('label')
          return { body: { [key]: body.label ?? null } }
        },
        refused: toLabelError,
      },
      summary: 'Change labels; null resets one.',
    },
    (tx, _, c) => changeLabels(tx, c.body),
    (labels, c) => {
      const { key } = c.params
      return rowReply(c, key, `${defaults[key]} is called ${labels[key]}`)
    },
  ),

  page(
    `POST ${PATH}/:key/reset`,
    { summary: 'Gives a label its own word again.', ...manage, params: ByKey },
    async (c) => {
      const { key } = c.params
      if (!Object.hasOwn(defaults, key)) throw notFound('label')
      await c.write((tx) => changeLabels(tx, { [key]: null }))
      return rowReply(c, key, `${defaults[key]} is called that again`)
    },
  ),

  page(`POST ${PATH}/reset`, { ...manage, summary: 'Gives all labels their own words again.' }, async (c) => {
    await c.write((tx) => {
      const own = Object.keys(labelOverrides(tx.db)).filter((key) => Object.hasOwn(defaults, key))
      changeLabels(tx, Object.fromEntries(own.map((key) => [key, null])))
    })
    return saved('Every label has its first word back', 'resources boards')
  }),
]
