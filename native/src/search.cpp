// The search of one board and instruction set: RINGRIFT_BOARD, RINGRIFT_ISA.
#include "ringrift/search/network.hpp"
#include "ringrift/search/root_search.hpp"
#include "ringrift/state_codec.hpp"
#if !defined(RINGRIFT_NO_TREE)
#include "ringrift/search/mcts.hpp"
#include "ringrift/search/policy_sample.hpp"
#endif

#define RINGRIFT_TEXT_OF(name) #name
#define RINGRIFT_TEXT(name) RINGRIFT_TEXT_OF(name)
#define RINGRIFT_JOINED_OF(a, b, c) a##b##_##c
#define RINGRIFT_JOINED(a, b, c) RINGRIFT_JOINED_OF(a, b, c)

namespace ringrift {
namespace {

using B = RINGRIFT_BOARD;

static_assert(sizeof(Weights) == 2 * FEATURES * sizeof(std::int32_t));

void run_alphabeta(void* memory, const SearchTask& task, SearchResult* result) {
    auto& workspace = *static_cast<Workspace<B>*>(memory);
    LeafEvaluation evaluation;
    std::memcpy(&evaluation.weights, task.weights, sizeof evaluation.weights);
    evaluation.network = task.network;
    State<B>& state = workspace.states[0];
    if (result != nullptr) result->depth = result->count = 0, result->nodes = 0;
    if (!StateCodec<B>::load(state, task.fields)) return;
    SearchThread<B> thread{
        workspace,
        SearchLimits(task),
        TranspositionTable(task.pool, task.pool_size, task.generation, task.epoch),
        evaluation,
        Tuning::of<B>(task),
        state.seats,
        state.player};
    RootSearch<B>(thread, task, result).run();
}

void clear_alphabeta_worker(void* memory) { clear_history(*static_cast<Workspace<B>*>(memory)); }

#if !defined(RINGRIFT_NO_TREE)
void run_mcts(void* memory, const SearchTask& task, SearchResult* result) {
    auto& worker = *static_cast<TreeSearch<B>::Worker*>(memory);
    TreeSearch<B>(worker, *static_cast<TreePool<B>*>(task.pool), task).run(result);
}

// A worker of this search keeps nothing between searches.
void clear_mcts_worker(void*) {}
#endif

// Lists the moves that win within the fewest own turns, at most `task.depth`. The result is
// complete unless the nodes ran out.
void run_prover(void* memory, const SearchTask& task, SearchResult* result) {
    auto& workspace = *static_cast<ProofWorkspace<B>*>(memory);
    alignas(64) State<B> state;
    result->depth = result->count = 0;
    result->nodes = 0;
    if (!StateCodec<B>::load(state, task.fields)) return;
    SearchLimits limits(task);
    TranspositionTable table(task.pool, task.pool_size, task.generation, task.epoch);
    WinProver<B> prover(workspace, table, limits);
    prover.start(state);
    const int most = task.depth > 0 && task.depth < MAX_PROOF_TURNS ? task.depth : MAX_PROOF_TURNS;
    for (int turns = 1; turns <= most && result->count == 0 && !limits.stopped; ++turns)
        for (int at = 0; at < prover.count() && !limits.stopped; ++at) {
            if (prover.prove_move(at, turns, ~u64{0} >> 1) != Verdict::proved) continue;
            result->depth = turns;
            if (result->count == MAX_BEST_MOVES) break;
            BestMove& best = result->best_moves[result->count++];
            best.move = best.pv[0] = to_wire<B>(prover.move(at));
            best.pv_length = 1;
            for (int seat = 0; seat < MAX_SEATS; ++seat)
                best.shares[seat] = seat == state.player ? 1000 : 0;
        }
    result->nodes = limits.nodes;
}

void clear_prover(void*) {}

bool validate(const std::int64_t* fields) {
    alignas(64) State<B> state;
    return StateCodec<B>::load(state, fields);
}

void compute_features_of_fields(const std::int64_t* fields, std::int32_t* out,
                                std::int32_t* progress, int* seats) {
    alignas(64) State<B> state;
    *seats = 0;
    if (!StateCodec<B>::load(state, fields)) return;
    i32 found[MAX_SEATS][FEATURES] = {};
    compute_features(state, found, *progress);
    std::memcpy(out, found, sizeof found);
    *seats = state.seats;
}

void evaluate_fields(const std::int64_t* fields, const std::int32_t* numbers, std::int32_t* out,
                     int* seats) {
    alignas(64) State<B> state;
    *seats = 0;
    if (!StateCodec<B>::load(state, fields)) return;
    Weights weights;
    std::memcpy(&weights, numbers, sizeof weights);
    evaluate(state, weights, out);
    *seats = state.seats;
}

void evaluate_fields_by_network(const std::int64_t* fields, const NetworkData& network,
                                std::int32_t* out, int* seats) {
    alignas(64) State<B> state;
    *seats = 0;
    if (!StateCodec<B>::load(state, fields) || state.phase == Phase::game_over) return;
    evaluate_by_network(state, network, out);
    *seats = state.seats;
}

#if !defined(RINGRIFT_NO_TREE)
bool sample_policy(const std::int64_t* fields, const void* pool, PolicySample& out) {
    alignas(64) State<B> state;
    out.count = 0;
    if (!StateCodec<B>::load(state, fields) || state.phase == Phase::game_over) return false;
    // The pool is read only, but its nodes have no constant access.
    return write_policy_sample(state, static_cast<TreePool<B>*>(const_cast<void*>(pool)), out);
}
#endif

bool score_policy(const std::int64_t* fields, const NetworkData* network, const WireMove* moves,
                  int count, std::int32_t* out) {
    alignas(64) State<B> state;
    if (!StateCodec<B>::load(state, fields) || state.phase == Phase::game_over) return false;
    Policy<B> policy(state, network);
    for (int at = 0; at < count; ++at) out[at] = policy.score(from_wire<B>(moves[at]), 0) >> 2;
    return true;
}

}  // namespace

extern const Searcher RINGRIFT_JOINED(searcher_, RINGRIFT_ISA, RINGRIFT_BOARD);
const Searcher RINGRIFT_JOINED(searcher_, RINGRIFT_ISA, RINGRIFT_BOARD) = {
    RINGRIFT_TEXT(RINGRIFT_ISA),
    static_cast<int>(B::Name),
    StateCodec<B>::FIELDS,
    FEATURES,
    FEATURE_NAMES,
    {{sizeof(Workspace<B>), run_alphabeta, clear_alphabeta_worker, 0},
#if defined(RINGRIFT_NO_TREE)
     {},
#else
     {sizeof(TreeSearch<B>::Worker), run_mcts, clear_mcts_worker, sizeof(TreePool<B>)},
#endif
     {sizeof(ProofWorkspace<B>), run_prover, clear_prover, 0}},
    validate,
    compute_features_of_fields,
    evaluate_fields,
    evaluate_fields_by_network,
#if defined(RINGRIFT_NO_TREE)
    nullptr,
#else
    sample_policy,
#endif
    score_policy};

}  // namespace ringrift
