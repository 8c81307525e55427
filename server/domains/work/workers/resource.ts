import { board_workers, boards, users, workers } from '#db/schema/tenant/index.ts'
import { crudRoutes, defineResource } from '#server/crud/crud.ts'
import {
  emailField,
  linksField,
  phoneField,
  rateField,
  referenceField,
  textField,
} from '#server/crud/kinds.ts'
import { endTimersOfWorker } from '#server/domains/work/timesheet/end-timers.ts'
import { dateSavedRate } from './change-rates.ts'

export const worker = defineResource({
  noun: 'worker',
  nouns: 'workers',
  table: workers,
  path: '/admin/workers',
  page: 'pages.admin.workers',
  icon: 'hard-hat',
  subtitle: 'Who does the work, and on which boards.',
  claims: { read: 'workers.read', write: 'workers.write' },
  fields: {
    name: textField({ importable: true, label: 'Name', required: true, max: 120 }),
    title: textField({ importable: true, label: 'Job title', max: 120 }),
    code: textField({ importable: true, label: 'Code', max: 40, wide: true }),
    rate: rateField({
      importable: true,
      label: 'Rate an hour',
      head: 'Rate',
      hint: 'What an hour costs you, from today on. Rates has those of other days.',
      wide: true,
      seenby: ['jobs.money'],
    }),
    userid: {
      ...referenceField({
        label: 'Signs in as',
        head: 'Sign-in',
        table: users,
        none: 'Nobody: has no sign-in',
        unique: true,
        wide: true,
      }),
      lacking: {
        said: 'They cannot sign in until they are invited under Users.',
        link: { words: 'invited under Users', href: '/admin/users/new?worker=:id' },
        claim: 'users.manage',
        label: 'Invite',
      },
    },
    email: emailField({ importable: true, label: 'E-mail', max: 250 }),
    phone: phoneField({ importable: true, label: 'Phone', max: 60 }),
    boards: linksField({
      label: 'Boards',
      hint: 'Where this worker can be given jobs and steps.',
      none: 'There are no boards yet.',
      through: {
        table: board_workers,
        owner: board_workers.workerid,
        other: board_workers.boardid,
        to: boards,
      },
    }),
  },
  tabs: {
    Details: ['name', 'title', ['code', 'rate'], 'userid'],
    Contact: ['email', 'phone'],
    Rates: { load: '/admin/workers/:id/rates', claim: 'jobs.money' },
    Boards: ['boards'],
  },
  columns: ['name', 'title', 'code', 'userid', 'boards', 'rate'],
  search: ['name', 'code', 'title', 'email'],
  sort: 'name',
  beforeSave: dateSavedRate,
  onArchive: endTimersOfWorker,
})

export const workersRoutes = crudRoutes(worker)
