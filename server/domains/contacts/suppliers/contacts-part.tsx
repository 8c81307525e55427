import { listSupplierContacts } from '#db/queries/contacts/supplier-contacts.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import type { Context } from '#server/http/context.ts'
import { fragment, snackbarHeaders } from '#server/http/reply.ts'
import { getRecord } from '#server/records.ts'
import { SupplierContacts } from '#views/contacts/suppliers/contacts.tsx'

type Shown = { editing?: string; message?: string; undo?: string }

export const contactsPart = (c: Context<{ id: string }>, { editing, message, undo }: Shown = {}) =>
  c.read((db) => {
    getRecord(db, suppliers, c.params.id)
    return fragment(
      <SupplierContacts
        supplierid={c.params.id}
        contacts={listSupplierContacts(db, [c.params.id])}
        editing={editing}
        canwrite={c.can('suppliers.write')}
      />,
      message ? { headers: snackbarHeaders(message, { undo }) } : {},
    )
  })
