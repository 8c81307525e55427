import { listBoardsByOrganisation } from '#db/queries/work/boards.ts'
import { addressFields } from '#server/address-fields.ts'
import type { ResourceField } from '#server/crud/field.ts'
import { derivedField } from '#server/crud/kinds.ts'
import { Named, orNull, replyParts } from '#server/crud/reply-schema.ts'

const address = Object.keys(addressFields)

export const registeredAddress = (): ResourceField =>
  derivedField({
    label: 'Location',
    unexported: true,
    reply: replyParts.object(Object.fromEntries(address.map((name) => [name, replyParts.text]))),
    from: ({ record }) => Object.fromEntries(address.map((name) => [name, record[name]])),
  })

export const firstBoard = (): ResourceField => ({
  label: 'Board',
  unexported: true,
  reply: orNull(Named),
  json: ({ value }) => value ?? null,
  format: () => '',
  input: () => null,
  cell: () => null,
  linked: { read: (db, ids) => listBoardsByOrganisation(db, ids), save: () => null },
})
