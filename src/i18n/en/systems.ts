/** S1 and S4: parameters, questions, logs, configurations. */
export const systems = {} as const;
