/** What an examination says: `fault` stops people or loses data, `warning` may do so one day. */
export type Finding = { level: 'sound' | 'warning' | 'fault'; sentence: string }

export const sound = (sentence: string): Finding => ({ level: 'sound', sentence })
export const warning = (sentence: string): Finding => ({ level: 'warning', sentence })
export const fault = (sentence: string): Finding => ({ level: 'fault', sentence })
