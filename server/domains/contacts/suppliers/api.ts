import { listSupplierContacts } from '#db/queries/contacts/supplier-contacts.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import { ById } from '#server/http/fields.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'

export const suppliersApi: Route[] = [
  api(
    'GET /api/suppliers/:id/contacts',
    { claim: 'suppliers.read', params: ById, summary: 'The people of a supplier.' },
    (c) =>
      c.read((db) => {
        getRecord(db, suppliers, c.params.id)
        return listData(listSupplierContacts(db, [c.params.id]))
      }),
  ),
]
