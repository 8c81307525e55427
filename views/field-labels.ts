/** What a field is called wherever it stands: on pages, in documents, exports, imports and history. */
export const fieldLabels = {
  clientorder: 'Client’s order number',
  due: 'Due',
  samplecost: 'Sample cost',
  sampleprice: 'Sample price',
  scheduledend: 'Scheduled until',
  scheduledtime: 'Scheduled duration',
  visittime: 'Time of the visit',
} as const
