import { listJobCategories } from '#db/queries/catalogue/category-inventory.ts'
import { type JobFieldValue, listJobFieldValues } from '#db/queries/catalogue/fields.ts'
import { ById, id, object, version } from '#server/http/fields.ts'
import { dataReply, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { visibleJob } from './find-job.ts'
import { fieldValues } from './input.ts'
import { saveFieldValues } from './save-field-values.ts'

const JobFieldValues = object({ jobid: id(), fields: fieldValues(), version: version() })

const presentJobFieldValue = ({
  id,
  label,
  compulsary,
  typeid,
  category,
  categoryname,
  value,
}: JobFieldValue) => ({
  id,
  label,
  compulsary,
  typeid,
  category: { id: category, name: categoryname },
  value: value ?? '',
})

export const jobFieldsApi: Route[] = [
  api(
    'GET /api/categories/job/:id',
    { claim: 'jobs.read', params: ById, summary: 'The categories of a job.' },
    (c) =>
      c.read((db, viewer) => {
        visibleJob(db, viewer, c.params.id)
        const found = listJobCategories(db, c.params.id)
        return dataReply(found, { total: found.length })
      }),
  ),

  api(
    'GET /api/jobs/:id/fields',
    { claim: 'jobs.read', params: ById, summary: 'What the categories of a job ask, with what it holds.' },
    (c) =>
      c.read((db, viewer) => {
        visibleJob(db, viewer, c.params.id)
        return listData(listJobFieldValues(db, c.params.id).map(presentJobFieldValue))
      }),
  ),

  api(
    'POST /api/jobs/fields',
    { claim: 'jobs.write', body: JobFieldValues, summary: 'Fills some of a job’s fields, all or none.' },
    (c) =>
      c.write((tx, viewer) => {
        const { jobid, fields, version } = c.body
        saveFieldValues(tx, viewer, jobid, fields, version)
        return listJobFieldValues(tx.db, jobid).map(presentJobFieldValue)
      }),
  ),
]
