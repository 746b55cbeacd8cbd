/**
 * Options for Node, for hosts that live for seconds: V8 compiles the embedded database's WebAssembly without optimizing it, which
 * saves 1.3 s of a start's 3.3 s of CPU time. Even seeding takes a quarter less.
 */
export const quickWasm = ["--liftoff-only"];
