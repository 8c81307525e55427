import { listSuppliedItems } from '#db/queries/contacts/supplier-items.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { pagedLines } from '#server/crud/paged-lines.ts'
import { type RecordTab, recordPage } from '#server/crud/record-page.tsx'
import { figuresNote, readItemFigures } from '#server/domains/catalogue/inventory/item-figures.ts'
import type { Context } from '#server/http/context.ts'
import { fragment } from '#server/http/reply.ts'
import { getRecord } from '#server/records.ts'
import { SuppliedItems } from '#views/contacts/suppliers/items.tsx'
import { supplier } from './resource.ts'

export const supplierPage = (c: Context<{ id: string }, { tab?: string }>) =>
  c.read((db) =>
    recordPage(supplier, c, db, {
      about: 'What they supply, and whom to ring.',
      edit: `/suppliers/${c.params.id}?brief=true`,
      tabs: supplierTabs(c.params.id),
    }),
  )

const supplierTabs = (id: string): RecordTab[] => [
  { id: 'items', label: 'Items', claim: 'inventory.read', load: `/suppliers/${id}/items` },
  { id: 'contacts', label: 'Contacts', claim: 'suppliers.read', load: `/suppliers/${id}/contacts` },
  { id: 'documents', label: 'Files', claim: 'documents.read', load: `/documents/panel/suppliers/${id}` },
]

export const suppliedItemsTab = (c: Context<{ id: string }, { skip?: number }>) =>
  c.read((db) => {
    const { id } = getRecord(db, suppliers, c.params.id)
    const { rows, more } = pagedLines(`/suppliers/${id}/items`, c.query, (page) =>
      listSuppliedItems(db, id, page),
    )
    const see = { price: canSeeItemRates(c), stock: c.can('stock.read') }
    const ids = rows.map((row) => row.id)
    const figures = readItemFigures(db, ids, see)
    const items = rows.map((row) => ({ ...row, note: figuresNote(figures.get(row.id)!) }))
    return fragment(<SuppliedItems items={items} more={more} />)
  })
