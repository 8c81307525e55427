/** What a line of a job is (decision A9). */
export const INPUT = 1
export const OUTPUT = 2
export const EQUIPMENT = 3
export const OTHER = 4
