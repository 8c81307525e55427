import { randomUUIDv7 } from 'bun'
import { lastChoices } from '#db/queries/settings/imports.ts'
import { baseName } from '#server/domains/work/attachments/names.ts'
import { uploadedBytes } from '#server/domains/work/attachments/store-document.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { askLook } from '#server/import/ask-reader.ts'
import { type Choices, guessChoices } from '#server/import/choices.ts'
import type { Draft, Drafts } from '#server/import/drafts.ts'
import { listOf } from '#server/import/lists.ts'
import { describe } from '#server/import/problem.ts'

/** Takes an uploaded file in as a draft, with a guess of its columns. @throws 400 of `file`, 413 */
export async function takeFile(
  c: Context<{ list: string }, unknown, { file?: unknown }>,
  drafts: Drafts,
  maxuploadmb: number,
): Promise<Draft> {
  const { list } = c.params
  const upload = c.body.file
  const bytes = await uploadedBytes(upload, maxuploadmb)
  const filename = baseName((upload as File).name ?? '').slice(0, 200) || 'list'
  const draft: Draft = {
    id: randomUUIDv7(),
    noun: list,
    filename,
    match: listOf(list)?.updates ? 'update' : 'skip',
    ...(await looked(c, list, filename, bytes)),
  }
  drafts.sweep(c.person.accountid, new Date())
  await drafts.add(c.person.accountid, draft, bytes)
  return draft
}

/** What a file holds, and which column is probably what. @throws 400 of `file` */
export async function looked(
  c: Context,
  list: string,
  filename: string,
  bytes: Uint8Array,
  sheet?: string,
): Promise<Pick<Draft, 'look' | 'choices'>> {
  const look = await askLook({ file: filename, bytes, sheet })
  if (!look.ok) {
    const [first, second, ...more] = look.problems
    const others = second ? ` ${describe(second)}` : ''
    throw invalid({
      file: `${describe(first!)}${others}${more.length ? ` And ${more.length} more.` : ''}`,
    })
  }
  const { columns, empty } = look.value
  const before = c.read((db) => lastChoices(db, list))
  const last = before ? (JSON.parse(before) as Choices) : undefined
  return { look: look.value, choices: guessChoices(list, columns, { empty, last }) }
}
