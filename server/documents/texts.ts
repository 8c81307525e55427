import { readSetting } from '#db/queries/settings.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid, Problem } from '#server/errors.ts'
import { cachedByReferenceVersion } from '#server/reference-cache.ts'
import { changeSettings, checkSettingsVersion, settingsVersion } from '#server/settings.ts'
import {
  type DeclaredKind,
  type DocumentKind,
  documentKinds,
  findDocumentKind,
  mayPrint,
  type PrintableKind,
} from './document-kinds.ts'

/** An empty title is the default one. */
export type DocumentTexts = { offered: boolean; title: string; intro: string; terms: string; foot: string }

const KEYS = Object.fromEntries(documentKinds.map(({ name }) => [name, `document.${name}`]))
const none: DocumentTexts = { offered: true, title: '', intro: '', terms: '', foot: '' }

export const readDocumentTexts = (db: TenantDb, kind: DocumentKind): DocumentTexts => ({
  ...none,
  ...readSetting<Partial<DocumentTexts>>(db, KEYS[kind] as string),
})

export const documentTextsVersion = (db: TenantDb, kind: DocumentKind) =>
  settingsVersion(db, [KEYS[kind] as string])

const textsByKind = cachedByReferenceVersion(
  (db) =>
    Object.fromEntries(documentKinds.map(({ name }) => [name, readDocumentTexts(db, name)])) as Record<
      DocumentKind,
      DocumentTexts
    >,
)

/** Not among what is printed of jobs. */
const apart: readonly string[] = ['statement', 'purchaseorder']

export const listPrintableKinds = (db: TenantDb, claims: ReadonlySet<string>): PrintableKind[] => {
  const texts = textsByKind(db)
  const kinds: readonly DeclaredKind[] = documentKinds
  return kinds
    .filter(({ name, record }) => !apart.includes(record) && texts[name].offered && mayPrint(claims, name))
    .map(({ name, label, record, drawer }) => ({ name, label, record, drawer }))
}

/** @throws 404 `notoffered` for a document that the account does without */
export function resolveDocumentTexts(db: TenantDb, kind: DocumentKind): DocumentTexts {
  const texts = textsByKind(db)[kind]
  if (texts.offered) return texts
  throw new Problem(404, `${findDocumentKind(kind).label} is not among the documents of this account.`, {
    code: 'notoffered',
  })
}

/** @throws 400 by field, `VersionConflict` when somebody else saved first */
export function saveDocumentTexts(
  tx: Tx,
  kind: DocumentKind,
  change: Partial<DocumentTexts>,
  version?: number,
) {
  check(findDocumentKind(kind), change)
  const now = readDocumentTexts(tx.db, kind)
  const key = KEYS[kind] as string
  checkSettingsVersion(tx.db, key, { version, now, typed: change })
  changeSettings(
    tx,
    { [key]: { ...now, ...change } },
    { words: (_key, value) => describeTexts((value ?? none) as DocumentTexts) },
  )
}

function check(
  { label, title: defaultTitle, texts, canhide }: DeclaredKind,
  { offered, title, ...given }: Partial<DocumentTexts>,
) {
  if (offered === false && !canhide)
    throw invalid({ offered: `${label} cannot be switched off: the law asks for it.` })
  if (title && defaultTitle === undefined)
    throw invalid({ title: `The title of this document is not yours to choose.` })
  // Only what was issued as one may call itself an invoice (VAT Act s20).
  if (title && /invoice/i.test(title) && !/pro.?forma/i.test(title))
    throw invalid({ title: 'Only an invoice may be called one.' })
  for (const name of ['intro', 'terms', 'foot'] as const)
    if (given[name] && !texts.includes(name)) throw invalid({ [name]: 'This document has no place for it.' })
}

const describeTexts = ({ offered, title, intro, terms, foot }: DocumentTexts) =>
  [offered ? '' : 'not offered', title, intro, terms, foot].filter(Boolean).join(' · ')
