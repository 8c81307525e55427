import { type OptionalJobField, optionalJobFields } from '#server/domains/work/jobs/fields.ts'
import {
  formFields,
  type JobForm,
  jobForm,
  jobFormVersion,
  readJobForm,
  saveJobForm,
} from '#server/domains/work/jobs/job-form.ts'
import { choice, object, type Static, t, version } from '#server/http/fields.ts'
import { saved, view } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { Forms } from '#views/settings/forms/forms.tsx'

const PATH = '/customise/forms'
const KEY = 'pages.customise.forms'
const manage = { claim: 'settings.manage' } as const

const states = () => t.Optional(choice('shown', 'required', 'hidden'))
const stateOfEach = Object.fromEntries(optionalJobFields.map((name) => [name, states()])) as Record<
  OptionalJobField,
  ReturnType<typeof states>
>
const FormBody = object({ ...stateOfEach, version: version() })

const changeIn = ({ version: _, ...change }: Static<typeof FormBody>): Partial<JobForm> => change

export const formsRoutes: Route[] = [
  page(`GET ${PATH}`, { ...manage, summary: 'Which fields the forms show and ask for.' }, (c) =>
    c.read((db) => {
      const title = pageTitle(db, KEY)
      const form = jobForm(db)
      return view(
        <Forms
          title={title}
          version={jobFormVersion(db)}
          fields={formFields.map((field) => ({ ...field, state: form[field.name] }))}
        />,
        { title, page: KEY },
      )
    }),
  ),

  ...action(
    { api: 'PATCH /api/configuration/forms', page: `PATCH ${PATH}` },
    { ...manage, body: FormBody, summary: 'Changes what a job’s form shows and requires.' },
    (tx, _, c) => {
      saveJobForm(tx, changeIn(c.body), c.body.version)
      return { ...readJobForm(tx.db), version: jobFormVersion(tx.db) }
    },
    () => saved('Form saved', 'settings'),
  ),

  api(
    'GET /api/configuration/forms',
    {
      claim: 'seat',
      fornarrowkeys: true,
      summary: 'Which optional fields a job’s form shows and requires.',
    },
    (c) => c.read((db) => ({ ...jobForm(db), version: jobFormVersion(db) })),
  ),
]
