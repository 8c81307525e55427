export * from './catalogue.ts'
export * from './jobs.ts'
export * from './tenant.ts'
