// The worker in Node.
import { parentPort } from 'node:worker_threads';
import { cpu } from './cpu.js';
import type { Message } from './protocol.js';
import { Server } from './serve.js';

const server = new Server(cpu, (message: Message) => parentPort?.postMessage(message));
parentPort?.on('message', (data) => void server.receive(data));
