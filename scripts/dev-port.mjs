import { createServer } from "node:net";

/**
 * Why `npm run dev` can't put its host on a port; undefined if it can.
 * @param {number} port
 * @returns {Promise<string | undefined>}
 */
export const devPortProblem = (port) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(`Port ${port} is taken. Set HOST_PORT to another one.`));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(undefined)));
  });
