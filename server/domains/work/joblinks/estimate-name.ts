/** What the paper is called, its link's page and mail too, and what a deposit is paid under before it is requested. */
export const estimateName = (jobreference: string): string => `Estimate ${jobreference}`
