export * from './accounts.ts'
export * from './payments.ts'
export * from './people.ts'
export * from './platform.ts'
