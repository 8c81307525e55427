import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import {
  type DocumentKind,
  documentKinds,
  findDocumentKind,
  isReminder,
} from '#server/documents/document-kinds.ts'
import { print } from '#server/documents/print.ts'
import {
  type DocumentTexts,
  documentTextsVersion,
  readDocumentTexts,
  saveDocumentTexts,
} from '#server/documents/texts.ts'
import { defaultReminder, sampleReminder } from '#server/domains/sales/reminders/reminder-text.ts'
import { cachedCards } from '#server/domains/work/jobs/cached-cards.ts'
import { findJobs } from '#server/domains/work/jobs/list-jobs.ts'
import { forbidden } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { flag, object, type Static, t, text, version } from '#server/http/fields.ts'
import { fragment, listData, saved, view } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { whileConnected } from '#server/while-connected.ts'
import { readToday } from '#server/zone.ts'
import { CustomiseDocument } from '#views/settings/documenttexts/documents.tsx'
import { MailPreview, PdfPreview } from '#views/settings/documenttexts/preview.tsx'
import { sampleDocument } from './sample-document.ts'

const PATH = '/customise/documents'
const KEY = 'pages.customise.documents'
const manage = { claim: 'settings.manage' } as const
const ByKind = t.Object({ kind: t.String({ maxLength: 40 }) })

const DocumentTextFields = {
  offered: t.Optional(flag()),
  title: t.Optional(text(40)),
  intro: t.Optional(text(1_000, { multiline: true })),
  terms: t.Optional(text(4_000, { multiline: true })),
  foot: t.Optional(text(120)),
  version: version(),
}
const WordsBody = object(DocumentTextFields)
const PreviewBody = object({ ...DocumentTextFields, jobid: t.Optional(t.String({ maxLength: 40 })) })

/** A form leaves an unticked box out, and a document without a switch is always offered. */
const toTextsChange = (kind: DocumentKind, { version: _, ...sent }: Static<typeof WordsBody>) => ({
  ...sent,
  offered: findDocumentKind(kind).canhide ? (sent.offered ?? false) : true,
})

const RECENT = 12

const recentJobs = (db: TenantDb, viewer: Viewer) =>
  cachedCards(db, findJobs(db, viewer, { sort: '-created', archived: true, take: RECENT }).marks).map(
    ({ card }) => ({ value: card.id, label: `${card.reference} ${card.description}`.trim() }),
  )

const wordsPage = (c: Context, name: string) =>
  c.read((db, viewer) => {
    const kind = findDocumentKind(name)
    const title = pageTitle(db, KEY)
    return view(
      <CustomiseDocument
        title={title}
        kind={isReminder(kind.name) ? { ...kind, mail: true, placeholder: defaultReminder(kind.name) } : kind}
        kinds={documentKinds.map(({ name: value, label }) => ({ value, label }))}
        words={readDocumentTexts(db, kind.name)}
        version={documentTextsVersion(db, kind.name)}
        jobs={
          kind.name === 'joblist' || isReminder(kind.name) || !c.can('jobs.money')
            ? []
            : recentJobs(db, viewer)
        }
      />,
      { title, page: KEY },
    )
  })

export const customiseDocuments: Route[] = [
  page(`GET ${PATH}`, { ...manage, summary: 'Lists the kinds of printed documents.' }, (c) =>
    wordsPage(c, documentKinds[0].name),
  ),

  page(
    `GET ${PATH}/:kind`,
    { summary: 'The texts and layout of a printed document.', ...manage, params: ByKind },
    (c) => wordsPage(c, c.params.kind),
  ),

  ...action(
    { api: 'PATCH /api/configuration/documents/:kind', page: `PATCH ${PATH}/:kind` },
    {
      ...manage,
      params: ByKind,
      body: WordsBody,
      form: {
        body: WordsBody,
        input: ({ params, body }) => ({
          body: { ...toTextsChange(findDocumentKind(params.kind).name, body), version: body.version },
        }),
      },
      summary: 'Changes the account’s own words on a document.',
    },
    (tx, _, c) => {
      const { name, label } = findDocumentKind(c.params.kind)
      const { version: known, ...change } = c.body
      saveDocumentTexts(tx, name, change, known)
      return { name, label, ...readDocumentTexts(tx.db, name), version: documentTextsVersion(tx.db, name) }
    },
    ({ label }) => saved(`${label} saved`, 'settings'),
  ),

  page(
    `POST ${PATH}/:kind/preview`,
    { summary: 'Prints a sample with what was typed.', ...manage, params: ByKind, body: PreviewBody },
    async (c) => {
      const { name, label } = findDocumentKind(c.params.kind)
      const { jobid, ...sent } = c.body
      if (jobid && !c.can('jobs.money')) throw forbidden()
      if (isReminder(name)) {
        const text = c.read((db) => sampleReminder(readToday(db), sent.intro ?? '', name))
        return fragment(<MailPreview text={text} />)
      }
      const printable = c.read((db, viewer) => {
        const typed: DocumentTexts = { ...readDocumentTexts(db, name), ...toTextsChange(name, sent) }
        return sampleDocument(db, viewer, {
          kind: name,
          words: typed,
          jobid: jobid || undefined,
        })
      })
      const png = await print(c.services.files, whileConnected(c), printable, 900)
      return fragment(<PdfPreview label={label} base64={Buffer.from(png).toString('base64')} />)
    },
  ),

  api(
    'GET /api/configuration/documents',
    { ...manage, summary: 'Which documents the account prints, and its own words on them.' },
    (c) =>
      c.read((db) =>
        listData(
          documentKinds.map(({ name, label }) => ({
            name,
            label,
            ...readDocumentTexts(db, name),
            version: documentTextsVersion(db, name),
          })),
        ),
      ),
  ),
]
