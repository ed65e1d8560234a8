import { describe, expect, test } from "vitest";
import { transactionMutex } from "@/lib/db/transactions/transaction-mutex";

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("the mutex of transactions", () => {
  test("one at a time, in the order in which they came", async () => {
    const mutex = transactionMutex();
    const order: string[] = [];
    const transaction = async (name: string) => {
      const end = await mutex.acquire();
      order.push(`${name} begins`);
      await turn();
      order.push(`${name} ends`);
      end();
    };
    await Promise.all([transaction("first"), transaction("second"), transaction("third")]);
    expect(order).toEqual(["first", "second", "third"].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  test("what runs between them waits for the open one, and for none that is queued", async () => {
    const mutex = transactionMutex();
    const end = await mutex.acquire();
    const queued = mutex.acquire();
    let hasRun = false;
    const between = mutex.between(() => (hasRun = true));
    await turn();
    expect(hasRun).toBe(false);
    end();
    expect(hasRun).toBe(true);
    await between;
    (await queued)();
  });

  test("however many clients keep a transaction queued, and however many keep something between, each gets its turn", async () => {
    const mutex = transactionMutex();
    let isOver = false;
    const done = { transactions: 0, between: 0 };
    const transactions = async () => {
      while (!isOver) {
        const end = await mutex.acquire();
        await turn();
        done.transactions += 1;
        end();
      }
    };
    const between = async () => {
      while (!isOver) {
        await mutex.between(() => (done.between += 1));
        await turn();
      }
    };
    const clients = [transactions(), transactions(), transactions(), between(), between(), between()];
    for (let turns = 0; turns < 100; turns += 1) await turn();
    isOver = true;
    await Promise.all(clients);
    expect(Math.min(done.transactions, done.between)).toBeGreaterThan(20);
  });

  test("work that throws rejects for its caller alone, and ending twice gives no second turn", async () => {
    const mutex = transactionMutex();
    const end = await mutex.acquire();
    const failing = mutex.between(() => {
      throw new Error("broken");
    });
    const outcome = expect(failing).rejects.toThrow("broken");
    const second = mutex.acquire();
    const third = mutex.acquire();
    end();
    end();
    await outcome;
    const endSecond = await second;
    let isThird = false;
    void third.then(() => (isThird = true));
    await turn();
    expect(isThird).toBe(false);
    endSecond();
    (await third)();
  });
});
