import { existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { DataFolderRefused, lockDataFolder } from '#db/data-folder.ts'
import { openPlatform, type Platform, platformPath } from '#db/platform.ts'
import { platformSettings } from '#db/schema/platform/platform.ts'
import { openTenants, type Tenants, type Tx } from '#db/tenants.ts'
import { SYSTEM } from '#db/types.ts'
import { addSeat, addUser, createAccount } from '#server/access/accounts.ts'
import { createPasswords } from '#server/access/passwords.ts'
import { readSecretKey } from '#server/access/secret-key.ts'
import { describeProblem, importFiles, type OnProgress, type ValidatedFiles } from '#server/import/index.ts'
import { DEFAULT_ZONE, todayIn } from '#server/zone.ts'
import { fillDeliveries } from './deliveries.ts'
import {
  northwindMessages,
  northwindNotes,
  northwindOrganisation,
  secondNotes,
  secondOrganisation,
} from './demo-data.ts'
import {
  dateHistory,
  fillMessages,
  fillNotes,
  fillOrganisation,
  fillStakeholder,
  linkWorkersToUsers,
} from './fill-records.ts'
import { DEMO_PASSWORD, demoPeople } from './people.ts'
import { fillPurchaseOrders } from './purchase-orders.ts'
import { demoSets } from './sets.ts'
import { fillBills, fillPriceLists, fillSupplierInvoices } from './suppliers.ts'
import { fillWeek } from './week.ts'
import { fillInvoices, fillWorkshop } from './workshop.ts'

const importer = { userid: null, name: 'Import' }

/** Beside its place first, so that a crash leaves no half demo. Does nothing when the folder holds data. */
export async function fillDemo(folder: string, clock: () => Date = () => new Date(), progress?: OnProgress) {
  if (existsSync(platformPath(folder))) return
  if (existsSync(folder) && readdirSync(folder).length)
    throw new DataFolderRefused(
      `The folder ${folder} is not empty, and it holds no demo. Choose another with --data.`,
    )
  const beside = `${folder}.filling`
  // Whoever fills it at this moment holds it, and is left alone; what a crash left there is made anew.
  if (existsSync(beside)) lockDataFolder(beside, { acceptRollback: true, acceptMissingFiles: true }).release()
  rmSync(beside, { recursive: true, force: true })
  await fill(beside, clock, progress)
  if (existsSync(folder)) rmdirSync(folder)
  renameSync(beside, folder)
  rmSync(`${beside}.witness`, { force: true })
}

async function fill(folder: string, clock: () => Date, progress?: OnProgress) {
  const dataFolder = lockDataFolder(folder)
  readSecretKey(folder)
  const platform = openPlatform(folder, clock)
  const tenants = openTenants({ dataFolder, clock })
  try {
    await fillOpen(platform, tenants, { folder, clock }, progress)
  } finally {
    tenants.closeAll()
    platform.close()
    dataFolder.release()
    // A file stays open until its last statement is collected, and these are about to be moved.
    Bun.gc(true)
  }
}

type Account = Awaited<ReturnType<typeof createAccount>>
type Accounts = Record<'northwind' | 'second' | 'operator', Account>

type Where = { folder: string; clock: () => Date }

async function fillOpen(
  platform: Platform,
  tenants: Tenants,
  { folder, clock }: Where,
  progress?: OnProgress,
) {
  const sets = demoSets(todayIn(DEFAULT_ZONE, clock()))
  const account = (name: string, primaryemail: string, platformowner = false) =>
    createAccount(platform, tenants, { name, primaryemail, platformowner, expires: false })
  const accounts: Accounts = {
    operator: await account('Joblane Operator', 'operator@joblane.test', true),
    northwind: await account('Northwind Traders', 'owner@northwind.test'),
    second: await account('Second Yard', 'owner@second.test'),
  }
  const people = await seatPeople(platform, tenants, accounts)
  const bring = (account: Account, set: ValidatedFiles) => whole(tenants, account.id, set, progress)
  const write = (account: Account, run: (tx: Tx) => void) => tenants.write(account.id, SYSTEM, run)

  const { northwind, second } = accounts
  await write(northwind, (tx) =>
    fillOrganisation(tx, {
      prefix: 'NW',
      organisation: northwindOrganisation,
      boards: ['Orders', 'Workshop'],
    }),
  )
  await bring(northwind, sets.northwind)
  await bring(northwind, sets.workshop)
  await write(northwind, (tx) => {
    linkWorkersToUsers(tx)
    fillStakeholder(tx, people['stakeholder@northwind.test']!)
    fillNotes(tx, northwindNotes)
    fillMessages(tx, people['owner@northwind.test']!, northwindMessages)
    fillWorkshop(tx)
    dateHistory(tx)
    fillWeek(tx)
  })
  await fillInvoices(tenants, northwind.id, folder, clock)
  await fillDeliveries(tenants, northwind.id, folder, clock)
  await write(northwind, (tx) => {
    fillBills(tx)
    fillPriceLists(tx)
  })
  await fillPurchaseOrders(tenants, northwind.id, folder, clock)
  await write(northwind, fillSupplierInvoices)
  await write(second, (tx) =>
    fillOrganisation(tx, { prefix: 'SY', organisation: secondOrganisation, boards: ['Yard'] }),
  )
  await bring(second, sets.yard)
  await write(second, (tx) => {
    dateHistory(tx)
    linkWorkersToUsers(tx)
    fillNotes(tx, secondNotes)
  })
  await platform.write(({ db }) => db.insert(platformSettings).values({ key: 'demo', value: 'true' }).run())
}

async function seatPeople(platform: Platform, tenants: Tenants, accounts: Accounts) {
  const passwordhash = await createPasswords().hash(DEMO_PASSWORD)
  const ids: Record<string, string> = {}
  for (const { email, firstname, lastname, seats } of demoPeople) {
    const userid = await platform.write((tx) => addUser(tx, { email, firstname, lastname, passwordhash }))
    ids[email] = userid
    for (const { account, role } of seats) {
      const { id: accountid, roleids } = accounts[account]
      await addSeat(platform, tenants, { accountid, userid, roleids: [roleids[role]!] })
    }
  }
  return ids
}

async function whole(tenants: Tenants, accountid: string, set: ValidatedFiles, progress?: OnProgress) {
  const outcome = await importFiles(tenants, accountid, importer, set, progress ? { progress } : {})
  if (!outcome.ok) throw new Error(outcome.problems.slice(0, 5).map(describeProblem).join('\n'))
}
