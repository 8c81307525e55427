import { accountcodes, equipment, storage } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tenants, Tx } from '#db/tenants.ts'
import { issueDocument } from '#server/documents/issue-document.ts'
import { addField } from '#server/domains/catalogue/categories/save-field.ts'
import { addToGroup } from '#server/domains/catalogue/pricing/link-client.ts'
import { addEntry } from '#server/domains/catalogue/pricing/save-entry.ts'
import { addGroup } from '#server/domains/catalogue/pricing/save-group.ts'
import { addStep } from '#server/domains/catalogue/steps/save-step.ts'
import { addContact } from '#server/domains/contacts/suppliers/save-contact.ts'
import { planInvoice, storeInvoice } from '#server/domains/sales/invoices/issue-invoice.ts'
import { parsePaidAmount, payInvoice } from '#server/domains/sales/invoices/pay-invoice.ts'
import { printInvoice } from '#server/domains/sales/invoices/print-invoice.ts'
import { addDraft } from '#server/domains/sales/invoices/save-draft.ts'
import type { Snapshot } from '#server/domains/sales/invoices/snapshot.ts'
import { EXPENSE, INCOME, setMisc } from '#server/domains/settings/accountcodes/set-misc.ts'
import { allocate } from '#server/domains/stock/equipment/allocate-equipment.ts'
import { addAssertion } from '#server/domains/work/assertions/save-assertion.ts'
import { fileStore } from '#server/files.ts'
import { parsePercent } from '#server/money/decimal.ts'
import { insert } from '#server/records.ts'
import { findId, fullViewer, jobId } from './find.ts'
import { demoIssueContext } from './issue-context.ts'
import {
  demoAccountCodes,
  demoAssertions,
  demoCategories,
  demoContacts,
  demoEquipment,
  demoInvoice,
  demoMiscCodes,
  demoPricingGroup,
  demoShippers,
  demoStorage,
} from './workshop-data.ts'

const GOES_OUT = 2

/** What the workshop has set up and used for a while, made by the same rules as by hand. */
export function fillWorkshop(tx: Tx) {
  addAccountCodes(tx)
  const placed = Object.fromEntries(demoStorage.map((place) => [place.name, insert(tx, storage, place).id]))
  for (const { place, job, ...piece } of demoEquipment) {
    insert(tx, equipment, { ...piece, storageid: place ? placed[place] : null, freesinceutc: tx.now })
    if (job) allocate(tx, fullViewer(tx.db), jobId(tx.db, job), piece, { role: GOES_OUT })
  }
  addPricingGroup(tx)
  for (const { category, fields, steps } of [...demoCategories, ...demoShippers]) {
    const id = findId(tx.db, 'SELECT id FROM categories WHERE name = ?', category)
    for (const field of fields) addField(tx, { ...field, category: id })
    for (const [lane, name, instruction] of steps) addStep(tx, { category: id, lane, name, instruction })
  }
  for (const assertion of demoAssertions) addAssertion(tx, { ...assertion, boardid: null })
  for (const { supplier, ...contact } of demoContacts)
    addContact(tx, findId(tx.db, 'SELECT id FROM suppliers WHERE name = ?', supplier), contact)
  tx.invalidateCaches()
}

function addAccountCodes(tx: Tx) {
  const ids = Object.fromEntries(demoAccountCodes.map((one) => [one.code, insert(tx, accountcodes, one).id]))
  setMisc(tx, INCOME, ids[demoMiscCodes.income]!)
  setMisc(tx, EXPENSE, ids[demoMiscCodes.expense]!)
}

function addPricingGroup(tx: Tx) {
  const { name, discount, clients, items } = demoPricingGroup
  const { id: pricinggroup } = addGroup(tx, { name })
  const dearest = prepared<{ id: string }>(
    tx.db,
    'SELECT id FROM inventory WHERE archived = 0 ORDER BY rate DESC, code LIMIT ?',
  ).all([items])
  for (const { id: inventory } of dearest)
    addEntry(tx, { pricinggroup, inventory, markuppercent: parsePercent(discount) })
  for (const code of clients)
    addToGroup(tx, findId(tx.db, 'SELECT id FROM clients WHERE code = ?', code), pricinggroup)
}

export async function fillInvoices(tenants: Tenants, accountid: string, folder: string, clock: () => Date) {
  const by = { userid: null, name: 'Joblane' }
  const write = <T>(run: (tx: Tx) => T) => tenants.write(accountid, by, run)
  const files = fileStore(folder)
  const id = await write((tx) => addDraft(tx, fullViewer(tx.db), jobId(tx.db, demoInvoice.job)))
  await issueDocument(
    demoIssueContext(tenants, accountid, clock, (snapshot: Snapshot) =>
      printInvoice(files, { accountid, userid: '' }, snapshot),
    ),
    (db, viewer, now) => planInvoice(db, viewer, id, now),
    storeInvoice,
  )
  await write((tx) =>
    payInvoice(tx, fullViewer(tx.db), id, { amount: parsePaidAmount(demoInvoice.paid), reference: 'EFT' }),
  )
}
