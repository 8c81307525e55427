import { findEquipmentJobs } from '#db/queries/stock/equipment.ts'
import { equipment, locations, storage } from '#db/schema/tenant/index.ts'
import { defineResource } from '#server/crud/crud.ts'
import type { ResourceField } from '#server/crud/field.ts'
import { areaField, referenceField, textField } from '#server/crud/kinds.ts'
import { orNull, replyParts } from '#server/crud/reply-schema.ts'

type Out = { id: string; reference: string }

const onJob: ResourceField = {
  label: 'On job',
  reply: orNull(replyParts.object({ id: replyParts.text, reference: replyParts.text })),
  json: ({ value }) => value ?? null,
  format: () => '',
  input: () => null,
  cell: ({ value }) => (value as Out | undefined)?.reference,
  linked: {
    read: (db, ids) =>
      new Map(
        findEquipmentJobs(db, ids).map(({ equipmentid, jobid, reference }) => [
          equipmentid,
          { id: jobid, reference },
        ]),
      ),
    save: () => null,
  },
}

export const equipmentResource = defineResource({
  noun: 'equipment',
  nouns: 'pieces of equipment',
  table: equipment,
  path: '/equipment/list',
  page: 'pages.equipment',
  icon: 'wrench',
  subtitle: 'Machines, crates and tools that go to jobs and come back.',
  claims: { read: 'equipment.read', write: 'equipment.write' },
  fields: {
    name: textField({ importable: true, label: 'Name', required: true, max: 120 }),
    barcode: textField({
      importable: true,
      label: 'Barcode',
      max: 80,
      unique: true,
      hint: 'Of this very piece.',
    }),
    code: textField({
      importable: true,
      label: 'Asset code',
      head: 'Code',
      max: 60,
      hint: 'Of all pieces of its kind: the longest at home goes out first.',
    }),
    model: textField({ importable: true, label: 'Model', max: 120, wide: true }),
    serial: textField({ importable: true, label: 'Serial number', max: 120, wide: true }),
    location: referenceField({
      importable: true,
      label: 'Location',
      table: locations,
      none: 'No fixed location',
      picker: { url: '/lookup/locations' },
    }),
    storageid: referenceField({ importable: true, label: 'Storage', table: storage, none: 'No fixed place' }),
    note: areaField({ importable: true, label: 'Note', max: 2000 }),
    job: onJob,
  },
  tabs: {
    Details: ['name', ['barcode', 'code'], ['model', 'serial'], 'note'],
    Place: ['location', 'storageid'],
    Whereabouts: '/equipment/list/:id/places',
    Documents: '/documents/panel/equipment/:id',
  },
  columns: ['name', 'barcode', 'code', 'job', 'location', 'model', 'serial'],
  actions: [
    { label: 'Availability', icon: 'check', href: '/equipment/availability' },
    { label: 'Labels', icon: 'qr-code', href: '/labels/equipment' },
  ],
  search: ['name', 'barcode', 'code', 'model', 'serial'],
  sort: 'name',
  keys: ['barcode', 'name'],
})
