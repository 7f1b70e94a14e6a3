# ruff: noqa: E501 -- one line a symbol, however long
"""Positional parameters of functions and constructors, in their order. Generated from TensorFlow 1.15 (else 2.21).

Each line of `_TABLE` gives a canonical path, then its parameters.
"""

from __future__ import annotations

_TABLE = """
array.close: name
array.concat: name
array.gather: indices name
array.grad: source flow name
array.read: index name
array.scatter: indices value name
array.size: name
array.split: value lengths name
array.stack: name
array.unstack: value name
array.write: index value name
average.apply: var_list
average.average: var
average.average_name: var
average.variables_to_restore: moving_avg_variables
context.get_collection: name
context.get_variable: var_store name shape dtype initializer regularizer reuse trainable collections caching_device partitioner validate_shape use_resource custom_getter constraint synchronization aggregation
context.set_caching_device: caching_device
context.set_custom_getter: custom_getter
context.set_dtype: dtype
context.set_initializer: initializer
context.set_partitioner: partitioner
context.set_regularizer: regularizer
context.set_use_resource: use_resource
coordinator.join: threads stop_grace_period_secs ignore_live_threads
coordinator.register_thread: thread
coordinator.request_stop: ex
coordinator.wait_for_stop: timeout
dataset.apply: transformation_func
dataset.batch: batch_size drop_remainder
dataset.cache: filename
dataset.concatenate: dataset
dataset.enumerate: start
dataset.filter: predicate
dataset.filter_with_legacy_function: predicate
dataset.flat_map: map_func
dataset.interleave: map_func cycle_length block_length num_parallel_calls
dataset.make_initializable_iterator: shared_name
dataset.map: map_func num_parallel_calls
dataset.map_with_legacy_function: map_func num_parallel_calls
dataset.padded_batch: batch_size padded_shapes padding_values drop_remainder
dataset.prefetch: buffer_size
dataset.reduce: initial_state reduce_func
dataset.repeat: count
dataset.shard: num_shards index
dataset.shuffle: buffer_size seed reshuffle_each_iteration
dataset.skip: count
dataset.take: count
dataset.window: size shift stride drop_remainder
dataset.with_options: options
distribution.batch_shape_tensor: name
distribution.cdf: value name
distribution.covariance: name
distribution.cross_entropy: other name
distribution.entropy: name
distribution.event_shape_tensor: name
distribution.kl_divergence: other name
distribution.log_cdf: value name
distribution.log_prob: value name
distribution.log_survival_function: value name
distribution.mean: name
distribution.mode: name
distribution.prob: value name
distribution.quantile: value name
distribution.sample: sample_shape seed name
distribution.stddev: name
distribution.survival_function: value name
distribution.variance: name
graph.add_to_collection: name value
graph.add_to_collections: names value
graph.as_graph_def: from_version add_shapes
graph.as_graph_element: obj allow_tensor allow_operation
graph.clear_collection: name
graph.colocate_with: op ignore_existing
graph.container: container_name
graph.control_dependencies: control_inputs
graph.create_op: op_type inputs dtypes input_types name attrs op_def compute_shapes compute_device
graph.device: device_name_or_function
graph.get_collection: name scope
graph.get_collection_ref: name
graph.get_operation_by_name: name
graph.get_tensor_by_name: name
graph.gradient_override_map: op_type_map
graph.is_feedable: tensor
graph.is_fetchable: tensor_or_op
graph.name_scope: name
graph.prevent_feeding: tensor
graph.prevent_fetching: op
graph.unique_name: name mark_as_used
initializer.__call__: shape dtype partition_info verify_shape
iterator.get_next: name
iterator.make_initializer: dataset name
iterator.string_handle: name
layer.__call__: inputs
layer.apply: inputs
layer.build: input_shape
layer.call: inputs
layer.compute_output_shape: input_shape
layer.set_weights: weights
layer.zero_state: batch_size dtype
optimizer.apply_gradients: grads_and_vars global_step name
optimizer.compute_gradients: loss var_list gate_gradients aggregation_method colocate_gradients_with_ops grad_loss
optimizer.get_slot: var name
optimizer.minimize: loss global_step var_list gate_gradients aggregation_method colocate_gradients_with_ops name grad_loss
queue.apply_grad: grad local_step name
queue.close: cancel_pending_enqueues name
queue.dequeue: name
queue.dequeue_many: n name
queue.dequeue_up_to: n name
queue.enqueue: vals name
queue.enqueue_many: vals name
queue.export: name
queue.insert: keys values name
queue.is_closed: name
queue.lookup: keys name
queue.num_accumulated: name
queue.num_records_produced: name
queue.num_work_units_completed: name
queue.read: queue name
queue.read_up_to: queue num_records name
queue.reset: name
queue.restore_state: state name
queue.serialize_state: name
queue.set_global_step: new_global_step name
queue.size: name
queue.take_grad: num_required name
regularizer.__call__: weights
saver.export_meta_graph: filename collection_list as_text export_scope clear_devices clear_extraneous_savers strip_default_attrs save_debug_info
saver.recover_last_checkpoints: checkpoint_paths
saver.restore: sess save_path
saver.save: sess save_path global_step latest_filename meta_graph_suffix write_meta_graph write_state strip_default_attrs save_debug_info
saver.set_last_checkpoints: last_checkpoints
saver.set_last_checkpoints_with_time: last_checkpoints_with_time
saver.to_proto: export_scope
session.make_callable: fetches feed_list accept_options
session.partial_run: handle fetches feed_dict
session.partial_run_setup: fetches feeds
session.reset: target containers config
session.run: fetches feed_dict options run_metadata
session.run_step_fn: step_fn
tensor.eval: feed_dict session
tensor.get_attr: name
tensor.run: feed_dict session
tensor.set_shape: shape
tf.Assert: condition data summarize name
tf.ConditionalAccumulator: dtype shape shared_name name reduction_type
tf.ConditionalAccumulatorBase: dtype shape accumulator_ref
tf.CriticalSection: name shared_name critical_section_def import_scope
tf.DType: type_enum
tf.DeviceSpec: job replica task device_type device_index
tf.Dimension: value
tf.FIFOQueue: capacity dtypes shapes names shared_name name
tf.FixedLenFeature: shape dtype default_value
tf.FixedLenSequenceFeature: shape dtype allow_missing default_value
tf.FixedLengthRecordReader: record_bytes header_bytes footer_bytes hop_bytes name encoding
tf.IdentityReader: name
tf.IndexedSlices: values indices dense_shape
tf.IndexedSlicesSpec: shape dtype indices_dtype dense_shape_dtype indices_shape
tf.InteractiveSession: target graph config
tf.LMDBReader: name options
tf.NoGradient: op_type
tf.Operation: node_def g inputs output_types control_inputs input_types original_op op_def
tf.OptionalSpec: value_structure
tf.PaddingFIFOQueue: capacity dtypes shapes names shared_name name
tf.Print: input_ data message first_n summarize name
tf.PriorityQueue: capacity types shapes names shared_name name
tf.QueueBase: dtypes shapes names queue_ref
tf.RaggedTensor: values row_splits cached_row_lengths cached_value_rowids cached_nrows internal
tf.RaggedTensorSpec: shape dtype ragged_rank row_splits_dtype
tf.RandomShuffleQueue: capacity min_after_dequeue dtypes shapes names seed shared_name name
tf.ReaderBase: reader_ref supports_serialize
tf.RegisterGradient: op_type
tf.Session: target graph config
tf.SparseConditionalAccumulator: dtype shape shared_name name reduction_type
tf.SparseFeature: index_key value_key dtype size already_sorted
tf.SparseTensor: indices values dense_shape
tf.SparseTensorSpec: shape dtype
tf.SparseTensorValue: indices values dense_shape
tf.TFRecordReader: name options
tf.Tensor: op value_index dtype
tf.TensorArray: dtype size dynamic_size clear_after_read tensor_array_name handle flow infer_shape element_shape colocate_with_first_write_call name
tf.TensorArraySpec: element_shape dtype dynamic_size infer_shape
tf.TensorShape: dims
tf.TensorSpec: shape dtype name
tf.TextLineReader: skip_header_lines name
tf.VarLenFeature: dtype
tf.Variable: initial_value trainable collections validate_shape caching_device name variable_def dtype expected_shape import_scope constraint use_resource synchronization aggregation shape
tf.VariableScope: reuse name initializer regularizer caching_device partitioner custom_getter name_scope dtype use_resource constraint
tf.WholeFileReader: name
tf.abs: x name
tf.accumulate_n: inputs shape tensor_dtype name
tf.acos: x name
tf.acosh: x name
tf.add: x y name
tf.add_n: inputs name
tf.add_to_collection: name value
tf.add_to_collections: names value
tf.angle: input name
tf.app.run: main argv
tf.approx_top_k: input k reduction_dimension recall_target is_max_k reduction_input_size_override aggregate_to_topk name
tf.arg_max: input dimension output_type name
tf.arg_min: input dimension output_type name
tf.argmax: input axis name dimension output_type
tf.argmin: input axis name dimension output_type
tf.argsort: values axis direction stable name
tf.as_dtype: type_value
tf.as_string: input precision scientific shortest width fill name
tf.asin: x name
tf.asinh: x name
tf.assert_equal: x y data summarize message name
tf.assert_greater: x y data summarize message name
tf.assert_greater_equal: x y data summarize message name
tf.assert_integer: x message name
tf.assert_less: x y data summarize message name
tf.assert_less_equal: x y data summarize message name
tf.assert_near: x y rtol atol data summarize message name
tf.assert_negative: x data summarize message name
tf.assert_non_negative: x data summarize message name
tf.assert_non_positive: x data summarize message name
tf.assert_none_equal: x y data summarize message name
tf.assert_positive: x data summarize message name
tf.assert_proper_iterable: values
tf.assert_rank: x rank data summarize message name
tf.assert_rank_at_least: x rank data summarize message name
tf.assert_rank_in: x ranks data summarize message name
tf.assert_same_float_dtype: tensors dtype
tf.assert_scalar: tensor name message
tf.assert_type: tensor tf_type message name
tf.assert_variables_initialized: var_list
tf.assign: ref value validate_shape use_locking name
tf.assign_add: ref value use_locking name
tf.assign_sub: ref value use_locking name
tf.atan: x name
tf.atan2: y x name
tf.atanh: x name
tf.audio.decode_wav: contents desired_channels desired_samples name
tf.audio.encode_wav: audio sample_rate name
tf.audio_summary: tag tensor sample_rate max_outputs collections name
tf.batch_gather: params indices name
tf.batch_scatter_update: ref indices updates use_locking name
tf.batch_to_space: input crops block_size name block_shape
tf.batch_to_space_nd: input block_shape crops name
tf.betainc: a b x name
tf.bincount: arr weights minlength maxlength dtype
tf.bitcast: input type name
tf.bitwise.bitwise_and: x y name
tf.bitwise.bitwise_or: x y name
tf.bitwise.bitwise_xor: x y name
tf.bitwise.invert: x name
tf.bitwise.left_shift: x y name
tf.bitwise.right_shift: x y name
tf.boolean_mask: tensor mask name axis
tf.broadcast_dynamic_shape: shape_x shape_y
tf.broadcast_static_shape: shape_x shape_y
tf.broadcast_to: input shape name
tf.case: pred_fn_pairs default exclusive strict name
tf.cast: x dtype name
tf.ceil: x name
tf.check_numerics: tensor message name
tf.cholesky: input name
tf.cholesky_solve: chol rhs name
tf.clip_by_average_norm: t clip_norm name
tf.clip_by_global_norm: t_list clip_norm use_norm name
tf.clip_by_norm: t clip_norm axes name
tf.clip_by_value: t clip_value_min clip_value_max name
tf.colocate_with: op ignore_existing
tf.complex: real imag name
tf.concat: values axis name
tf.cond: pred true_fn false_fn strict name fn1 fn2
tf.config.list_physical_devices: device_type
tf.confusion_matrix: labels predictions num_classes dtype name weights
tf.conj: x name
tf.constant: value dtype shape name verify_shape
tf.constant_initializer: value dtype verify_shape
tf.container: container_name
tf.contrib.crf.crf_binary_score: tag_indices sequence_lengths transition_params
tf.contrib.crf.crf_decode: potentials transition_params sequence_length
tf.contrib.crf.crf_log_likelihood: inputs tag_indices sequence_lengths transition_params
tf.contrib.crf.crf_log_norm: inputs sequence_lengths transition_params
tf.contrib.crf.crf_multitag_sequence_score: inputs tag_bitmap sequence_lengths transition_params
tf.contrib.crf.crf_sequence_score: inputs tag_indices sequence_lengths transition_params
tf.contrib.crf.crf_unary_score: tag_indices sequence_lengths inputs
tf.contrib.crf.viterbi_decode: score transition_params
tf.contrib.cudnn_rnn.CudnnCompatibleGRUCell: num_units reuse kernel_initializer
tf.contrib.cudnn_rnn.CudnnCompatibleLSTMCell: num_units reuse
tf.contrib.cudnn_rnn.CudnnGRU: num_layers num_units input_mode direction dropout seed dtype kernel_initializer bias_initializer name
tf.contrib.cudnn_rnn.CudnnLSTM: num_layers num_units input_mode direction dropout seed dtype kernel_initializer bias_initializer name
tf.contrib.cudnn_rnn.CudnnRNNRelu: num_layers num_units input_mode direction dropout seed dtype kernel_initializer bias_initializer name
tf.contrib.cudnn_rnn.CudnnRNNTanh: num_layers num_units input_mode direction dropout seed dtype kernel_initializer bias_initializer name
tf.contrib.data.assert_element_shape: expected_shapes
tf.contrib.data.batch_and_drop_remainder: batch_size
tf.contrib.data.bucket_by_sequence_length: element_length_func bucket_boundaries bucket_batch_sizes padded_shapes padding_values pad_to_bucket_boundary no_padding
tf.contrib.data.dense_to_sparse_batch: batch_size row_shape
tf.contrib.data.enumerate_dataset: start
tf.contrib.data.group_by_window: key_func reduce_func window_size window_size_func
tf.contrib.data.map_and_batch: map_func batch_size num_parallel_batches drop_remainder num_parallel_calls
tf.contrib.data.parallel_interleave: map_func cycle_length block_length sloppy buffer_output_elements prefetch_input_elements
tf.contrib.data.prefetch_to_device: device buffer_size
tf.contrib.data.scan: initial_state scan_func
tf.contrib.data.shuffle_and_repeat: buffer_size count seed
tf.contrib.data.sloppy_interleave: map_func cycle_length block_length
tf.contrib.framework.add_arg_scope: func
tf.contrib.framework.add_model_variable: var
tf.contrib.framework.arg_scope: list_ops_or_scope
tf.contrib.framework.assert_global_step: global_step_tensor
tf.contrib.framework.assert_or_get_global_step: graph global_step_tensor
tf.contrib.framework.assign_from_checkpoint: model_path var_list ignore_missing_vars
tf.contrib.framework.assign_from_checkpoint_fn: model_path var_list ignore_missing_vars reshape_variables
tf.contrib.framework.assign_from_values: var_names_to_values
tf.contrib.framework.assign_from_values_fn: var_names_to_values
tf.contrib.framework.convolutional_delta_orthogonal: gain seed dtype
tf.contrib.framework.convolutional_orthogonal_1d: gain seed dtype
tf.contrib.framework.convolutional_orthogonal_2d: gain seed dtype
tf.contrib.framework.convolutional_orthogonal_3d: gain seed dtype
tf.contrib.framework.create_global_step: graph
tf.contrib.framework.filter_variables: var_list include_patterns exclude_patterns reg_search
tf.contrib.framework.get_global_step: graph
tf.contrib.framework.get_local_variables: scope suffix
tf.contrib.framework.get_model_variables: scope suffix
tf.contrib.framework.get_or_create_global_step: graph
tf.contrib.framework.get_trainable_variables: scope suffix
tf.contrib.framework.get_unique_variable: var_op_name
tf.contrib.framework.get_variables: scope suffix collection
tf.contrib.framework.get_variables_by_name: given_name scope
tf.contrib.framework.get_variables_by_suffix: suffix scope
tf.contrib.framework.get_variables_to_restore: include exclude
tf.contrib.framework.global_variable: initial_value validate_shape name use_resource
tf.contrib.framework.init_from_checkpoint: checkpoint_dir assignment_map
tf.contrib.framework.list_variables: checkpoint_dir
tf.contrib.framework.load_checkpoint: filepattern
tf.contrib.framework.load_variable: checkpoint_dir name
tf.contrib.framework.local_variable: initial_value validate_shape name use_resource
tf.contrib.framework.model_variable: name shape dtype initializer regularizer trainable collections caching_device device partitioner custom_getter use_resource synchronization aggregation
tf.contrib.framework.py_func: func args kwargs output_types output_shapes stateful name
tf.contrib.framework.reduce_sum_n: tensors name
tf.contrib.framework.smart_case: pred_fn_pairs default exclusive name
tf.contrib.framework.smart_cond: pred true_fn false_fn name
tf.contrib.framework.variable: name shape dtype initializer regularizer trainable collections caching_device device partitioner custom_getter use_resource synchronization aggregation
tf.contrib.framework.with_shape: expected_shape tensor
tf.contrib.image.angles_to_projective_transforms: angles image_height image_width name
tf.contrib.image.dense_image_warp: image flow name
tf.contrib.image.flat_transforms_to_matrices: transforms
tf.contrib.image.interpolate_spline: train_points train_values query_points order regularization_weight name
tf.contrib.image.matrices_to_flat_transforms: transform_matrices
tf.contrib.image.rotate: images angles interpolation name
tf.contrib.image.sparse_image_warp: image source_control_point_locations dest_control_point_locations interpolation_order regularization_weight num_boundary_points name
tf.contrib.image.transform: images transforms interpolation output_shape name
tf.contrib.image.translate: images translations interpolation name
tf.contrib.image.translations_to_projective_transforms: translations name
tf.contrib.layers.apply_regularization: regularizer weights_list
tf.contrib.layers.avg_pool2d: inputs kernel_size stride padding data_format outputs_collections scope
tf.contrib.layers.avg_pool3d: inputs kernel_size stride padding data_format outputs_collections scope
tf.contrib.layers.batch_norm: inputs decay center scale epsilon activation_fn param_initializers param_regularizers updates_collections is_training reuse variables_collections outputs_collections trainable batch_weights fused data_format zero_debias_moving_mean scope renorm renorm_clipping renorm_decay adjustment
tf.contrib.layers.bias_add: inputs activation_fn initializer regularizer reuse variables_collections outputs_collections trainable data_format scope
tf.contrib.layers.bow_encoder: ids vocab_size embed_dim sparse_lookup initializer regularizer trainable scope reuse
tf.contrib.layers.conv1d: inputs num_outputs kernel_size stride padding data_format rate activation_fn normalizer_fn normalizer_params weights_initializer weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections trainable scope
tf.contrib.layers.conv2d: inputs num_outputs kernel_size stride padding data_format rate activation_fn normalizer_fn normalizer_params weights_initializer weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections trainable scope
tf.contrib.layers.conv2d_in_plane: inputs kernel_size stride padding activation_fn normalizer_fn normalizer_params weights_initializer weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections trainable scope
tf.contrib.layers.conv2d_transpose: inputs num_outputs kernel_size stride padding data_format activation_fn normalizer_fn normalizer_params weights_initializer weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections trainable scope
tf.contrib.layers.conv3d: inputs num_outputs kernel_size stride padding data_format rate activation_fn normalizer_fn normalizer_params weights_initializer weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections trainable scope
tf.contrib.layers.conv3d_transpose: inputs num_outputs kernel_size stride padding data_format activation_fn normalizer_fn normalizer_params weights_initializer weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections trainable scope
tf.contrib.layers.convolution: inputs num_outputs kernel_size stride padding data_format rate activation_fn normalizer_fn normalizer_params weights_initializer weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections trainable scope conv_dims
tf.contrib.layers.dense_to_sparse: tensor eos_token outputs_collections scope
tf.contrib.layers.dropout: inputs keep_prob noise_shape is_training outputs_collections scope seed
tf.contrib.layers.elu: inputs num_outputs activation_fn normalizer_fn normalizer_params weights_initializer weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections trainable scope
tf.contrib.layers.embed_sequence: ids vocab_size embed_dim unique initializer regularizer trainable scope reuse
tf.contrib.layers.embedding_lookup_unique: params ids partition_strategy name
tf.contrib.layers.flatten: inputs outputs_collections scope
tf.contrib.layers.fully_connected: inputs num_outputs activation_fn normalizer_fn normalizer_params weights_initializer weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections trainable scope
tf.contrib.layers.gdn: inputs inverse beta_min gamma_init reparam_offset data_format activity_regularizer trainable name reuse
tf.contrib.layers.group_norm: inputs groups channels_axis reduction_axes center scale epsilon activation_fn param_initializers reuse variables_collections outputs_collections trainable scope mean_close_to_zero
tf.contrib.layers.images_to_sequence: inputs data_format outputs_collections scope
tf.contrib.layers.instance_norm: inputs center scale epsilon activation_fn param_initializers reuse variables_collections outputs_collections trainable data_format scope
tf.contrib.layers.l1_l2_regularizer: scale_l1 scale_l2 scope
tf.contrib.layers.l1_regularizer: scale scope
tf.contrib.layers.l2_regularizer: scale scope
tf.contrib.layers.layer_norm: inputs center scale activation_fn reuse variables_collections outputs_collections trainable begin_norm_axis begin_params_axis scope
tf.contrib.layers.legacy_fully_connected: x num_output_units activation_fn weight_init bias_init name weight_collections bias_collections output_collections trainable weight_regularizer bias_regularizer
tf.contrib.layers.legacy_linear: x num_output_units activation_fn weight_init bias_init name weight_collections bias_collections output_collections trainable weight_regularizer bias_regularizer
tf.contrib.layers.legacy_relu: x num_output_units activation_fn weight_init bias_init name weight_collections bias_collections output_collections trainable weight_regularizer bias_regularizer
tf.contrib.layers.linear: inputs num_outputs activation_fn normalizer_fn normalizer_params weights_initializer weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections trainable scope
tf.contrib.layers.max_pool2d: inputs kernel_size stride padding data_format outputs_collections scope
tf.contrib.layers.max_pool3d: inputs kernel_size stride padding data_format outputs_collections scope
tf.contrib.layers.maxout: inputs num_units axis scope
tf.contrib.layers.one_hot_encoding: labels num_classes on_value off_value outputs_collections scope
tf.contrib.layers.optimize_loss: loss global_step learning_rate optimizer gradient_noise_scale gradient_multipliers clip_gradients learning_rate_decay_fn update_ops variables name summaries colocate_gradients_with_ops increment_global_step
tf.contrib.layers.relu: inputs num_outputs activation_fn normalizer_fn normalizer_params weights_initializer weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections trainable scope
tf.contrib.layers.relu6: inputs num_outputs activation_fn normalizer_fn normalizer_params weights_initializer weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections trainable scope
tf.contrib.layers.repeat: inputs repetitions layer
tf.contrib.layers.safe_embedding_lookup_sparse: embedding_weights sparse_ids sparse_weights combiner default_id name partition_strategy max_norm
tf.contrib.layers.separable_conv2d: inputs num_outputs kernel_size depth_multiplier stride padding data_format rate activation_fn normalizer_fn normalizer_params weights_initializer pointwise_initializer weights_regularizer biases_initializer biases_regularizer reuse variables_collections outputs_collections trainable scope
tf.contrib.layers.sequence_to_images: inputs height output_data_format outputs_collections scope
tf.contrib.layers.softmax: logits scope
tf.contrib.layers.spatial_softmax: features temperature name variables_collections trainable data_format
tf.contrib.layers.stack: inputs layer stack_args
tf.contrib.layers.sum_regularizer: regularizer_list scope
tf.contrib.layers.summarize_activation: op
tf.contrib.layers.summarize_activations: name_filter summarizer
tf.contrib.layers.summarize_collection: collection name_filter summarizer
tf.contrib.layers.summarize_tensor: tensor tag
tf.contrib.layers.summarize_tensors: tensors summarizer
tf.contrib.layers.unit_norm: inputs dim epsilon scope
tf.contrib.layers.variance_scaling_initializer: factor mode uniform seed dtype
tf.contrib.layers.xavier_initializer: uniform seed dtype
tf.contrib.layers.xavier_initializer_conv2d: uniform seed dtype
tf.contrib.legacy_seq2seq.attention_decoder: decoder_inputs initial_state attention_states cell output_size num_heads loop_function dtype scope initial_state_attention
tf.contrib.legacy_seq2seq.basic_rnn_seq2seq: encoder_inputs decoder_inputs cell dtype scope
tf.contrib.legacy_seq2seq.embedding_attention_decoder: decoder_inputs initial_state attention_states cell num_symbols embedding_size num_heads output_size output_projection feed_previous update_embedding_for_previous dtype scope initial_state_attention
tf.contrib.legacy_seq2seq.embedding_attention_seq2seq: encoder_inputs decoder_inputs cell num_encoder_symbols num_decoder_symbols embedding_size num_heads output_projection feed_previous dtype scope initial_state_attention
tf.contrib.legacy_seq2seq.embedding_rnn_decoder: decoder_inputs initial_state cell num_symbols embedding_size output_projection feed_previous update_embedding_for_previous scope
tf.contrib.legacy_seq2seq.embedding_rnn_seq2seq: encoder_inputs decoder_inputs cell num_encoder_symbols num_decoder_symbols embedding_size output_projection feed_previous dtype scope
tf.contrib.legacy_seq2seq.embedding_tied_rnn_seq2seq: encoder_inputs decoder_inputs cell num_symbols embedding_size num_decoder_symbols output_projection feed_previous dtype scope
tf.contrib.legacy_seq2seq.model_with_buckets: encoder_inputs decoder_inputs targets weights buckets seq2seq softmax_loss_function per_example_loss name
tf.contrib.legacy_seq2seq.one2many_rnn_seq2seq: encoder_inputs decoder_inputs_dict enc_cell dec_cells_dict num_encoder_symbols num_decoder_symbols_dict embedding_size feed_previous dtype scope
tf.contrib.legacy_seq2seq.rnn_decoder: decoder_inputs initial_state cell loop_function scope
tf.contrib.legacy_seq2seq.sequence_loss: logits targets weights average_across_timesteps average_across_batch softmax_loss_function name
tf.contrib.legacy_seq2seq.sequence_loss_by_example: logits targets weights average_across_timesteps softmax_loss_function name
tf.contrib.legacy_seq2seq.tied_rnn_seq2seq: encoder_inputs decoder_inputs cell loop_function dtype scope
tf.contrib.lookup.HashTable: initializer default_value shared_name name
tf.contrib.lookup.IdTableWithHashBuckets: table num_oov_buckets hasher_spec name key_dtype
tf.contrib.lookup.MutableHashTable: key_dtype value_dtype default_value name checkpoint
tf.contrib.lookup.TextFileIdTableInitializer: filename key_column_index value_column_index vocab_size delimiter name key_dtype
tf.contrib.lookup.TextFileStringTableInitializer: filename key_column_index value_column_index vocab_size delimiter name
tf.contrib.lookup.index_table_from_file: vocabulary_file num_oov_buckets vocab_size default_value hasher_spec key_dtype name key_column_index value_column_index delimiter
tf.contrib.lookup.index_table_from_tensor: mapping num_oov_buckets default_value hasher_spec dtype name
tf.contrib.lookup.index_to_string_table_from_file: vocabulary_file vocab_size default_value name key_column_index value_column_index delimiter
tf.contrib.lookup.index_to_string_table_from_tensor: mapping default_value name
tf.contrib.lookup.string_to_index_table_from_file: vocabulary_file num_oov_buckets vocab_size default_value hasher_spec name
tf.contrib.lookup.string_to_index_table_from_tensor: mapping num_oov_buckets default_value hasher_spec name
tf.contrib.losses.absolute_difference: predictions labels weights scope
tf.contrib.losses.add_loss: loss loss_collection
tf.contrib.losses.compute_weighted_loss: losses weights scope
tf.contrib.losses.cosine_distance: predictions labels axis weights scope dim
tf.contrib.losses.get_losses: scope loss_collection
tf.contrib.losses.get_regularization_losses: scope
tf.contrib.losses.get_total_loss: add_regularization_losses name
tf.contrib.losses.hinge_loss: logits labels scope
tf.contrib.losses.log_loss: predictions labels weights epsilon scope
tf.contrib.losses.mean_pairwise_squared_error: predictions labels weights scope
tf.contrib.losses.mean_squared_error: predictions labels weights scope
tf.contrib.losses.sigmoid_cross_entropy: logits multi_class_labels weights label_smoothing scope
tf.contrib.losses.softmax_cross_entropy: logits onehot_labels weights label_smoothing scope
tf.contrib.losses.sparse_softmax_cross_entropy: logits labels weights scope
tf.contrib.metrics.accuracy: predictions labels weights name
tf.contrib.metrics.aggregate_metric_map: names_to_tuples
tf.contrib.metrics.auc_using_histogram: boolean_labels scores score_range nbins collections check_shape name
tf.contrib.metrics.cohen_kappa: labels predictions_idx num_classes weights metrics_collections updates_collections name
tf.contrib.metrics.confusion_matrix: labels predictions num_classes dtype name weights
tf.contrib.metrics.count: values weights metrics_collections updates_collections name
tf.contrib.metrics.f1_score: labels predictions weights num_thresholds metrics_collections updates_collections name
tf.contrib.metrics.precision_at_recall: labels predictions target_recall weights num_thresholds metrics_collections updates_collections name
tf.contrib.metrics.precision_recall_at_equal_thresholds: labels predictions weights num_thresholds use_locking name
tf.contrib.metrics.recall_at_precision: labels predictions precision weights num_thresholds metrics_collections updates_collections name strict_mode
tf.contrib.metrics.sparse_recall_at_top_k: labels top_k_predictions class_id weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_accuracy: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_auc: predictions labels weights num_thresholds metrics_collections updates_collections curve name
tf.contrib.metrics.streaming_concat: values axis max_size metrics_collections updates_collections name
tf.contrib.metrics.streaming_covariance: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_curve_points: labels predictions weights num_thresholds metrics_collections updates_collections curve name
tf.contrib.metrics.streaming_dynamic_auc: labels predictions curve metrics_collections updates_collections name weights
tf.contrib.metrics.streaming_false_negative_rate: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_false_negative_rate_at_thresholds: predictions labels thresholds weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_false_negatives: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_false_negatives_at_thresholds: predictions labels thresholds weights
tf.contrib.metrics.streaming_false_positive_rate: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_false_positive_rate_at_thresholds: predictions labels thresholds weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_false_positives: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_false_positives_at_thresholds: predictions labels thresholds weights
tf.contrib.metrics.streaming_mean: values weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_mean_absolute_error: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_mean_cosine_distance: predictions labels dim weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_mean_iou: predictions labels num_classes weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_mean_relative_error: predictions labels normalizer weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_mean_squared_error: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_mean_tensor: values weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_pearson_correlation: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_percentage_less: values threshold weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_precision: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_precision_at_thresholds: predictions labels thresholds weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_recall: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_recall_at_k: predictions labels k weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_recall_at_thresholds: predictions labels thresholds weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_root_mean_squared_error: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_sensitivity_at_specificity: predictions labels specificity weights num_thresholds metrics_collections updates_collections name
tf.contrib.metrics.streaming_sparse_average_precision_at_k: predictions labels k weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_sparse_average_precision_at_top_k: top_k_predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_sparse_precision_at_k: predictions labels k class_id weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_sparse_precision_at_top_k: top_k_predictions labels class_id weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_sparse_recall_at_k: predictions labels k class_id weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_specificity_at_sensitivity: predictions labels sensitivity weights num_thresholds metrics_collections updates_collections name
tf.contrib.metrics.streaming_true_negatives: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_true_negatives_at_thresholds: predictions labels thresholds weights
tf.contrib.metrics.streaming_true_positives: predictions labels weights metrics_collections updates_collections name
tf.contrib.metrics.streaming_true_positives_at_thresholds: predictions labels thresholds weights
tf.contrib.nn.alpha_dropout: x keep_prob noise_shape seed name
tf.contrib.opt.AdaMaxOptimizer: learning_rate beta1 beta2 epsilon use_locking name
tf.contrib.opt.AdamWOptimizer: weight_decay learning_rate beta1 beta2 epsilon use_locking name
tf.contrib.opt.AddSignOptimizer: learning_rate alpha beta sign_decay_fn use_locking name
tf.contrib.opt.GGTOptimizer: learning_rate beta1 use_locking name window eps svd_eps sigma_eps
tf.contrib.opt.LARSOptimizer: learning_rate momentum weight_decay eeta epsilon name skip_list use_nesterov
tf.contrib.opt.LazyAdamOptimizer: learning_rate beta1 beta2 epsilon use_locking name
tf.contrib.opt.MomentumWOptimizer: weight_decay learning_rate momentum use_locking name use_nesterov
tf.contrib.opt.NadamOptimizer: learning_rate beta1 beta2 epsilon use_locking name
tf.contrib.opt.PowerSignOptimizer: learning_rate base beta sign_decay_fn use_locking name
tf.contrib.opt.RegAdagradOptimizer: learning_rate initial_accumulator_value use_locking name
tf.contrib.opt.ShampooOptimizer: global_step max_matrix_size gbar_decay gbar_weight mat_gbar_decay mat_gbar_weight learning_rate svd_interval precond_update_interval epsilon alpha use_iterative_root use_locking name
tf.contrib.opt.clip_gradients_by_global_norm: gradients_variables clip_norm
tf.contrib.rnn.AttentionCellWrapper: cell attn_length attn_size attn_vec_size input_size state_is_tuple reuse
tf.contrib.rnn.BasicLSTMCell: num_units forget_bias state_is_tuple activation reuse name dtype
tf.contrib.rnn.BasicRNNCell: num_units activation reuse name dtype
tf.contrib.rnn.BidirectionalGridLSTMCell: num_units use_peepholes share_time_frequency_weights cell_clip initializer num_unit_shards forget_bias feature_size frequency_skip num_frequency_blocks start_freqindex_list end_freqindex_list couple_input_forget_gates backward_slice_offset reuse
tf.contrib.rnn.CompiledWrapper: cell compile_stateful
tf.contrib.rnn.Conv1DLSTMCell: name
tf.contrib.rnn.Conv2DLSTMCell: name
tf.contrib.rnn.Conv3DLSTMCell: name
tf.contrib.rnn.ConvLSTMCell: conv_ndims input_shape output_channels kernel_shape use_bias skip_connection forget_bias initializers name
tf.contrib.rnn.CoupledInputForgetGateLSTMCell: num_units use_peepholes initializer num_proj proj_clip num_unit_shards num_proj_shards forget_bias state_is_tuple activation reuse layer_norm norm_gain norm_shift
tf.contrib.rnn.DeviceWrapper: cell device
tf.contrib.rnn.DropoutWrapper: cell input_keep_prob output_keep_prob state_keep_prob variational_recurrent input_size dtype seed dropout_state_filter_visitor
tf.contrib.rnn.EmbeddingWrapper: cell embedding_classes embedding_size initializer reuse
tf.contrib.rnn.GLSTMCell: num_units initializer num_proj number_of_groups forget_bias activation reuse
tf.contrib.rnn.GRUBlockCell: num_units cell_size reuse name
tf.contrib.rnn.GRUBlockCellV2: num_units cell_size reuse name
tf.contrib.rnn.GRUCell: num_units activation reuse kernel_initializer bias_initializer name dtype
tf.contrib.rnn.GridLSTMCell: num_units use_peepholes share_time_frequency_weights cell_clip initializer num_unit_shards forget_bias feature_size frequency_skip num_frequency_blocks start_freqindex_list end_freqindex_list couple_input_forget_gates state_is_tuple reuse
tf.contrib.rnn.HighwayWrapper: cell couple_carry_transform_gates carry_bias_init
tf.contrib.rnn.IndRNNCell: num_units activation reuse name dtype
tf.contrib.rnn.IndyGRUCell: num_units activation reuse kernel_initializer bias_initializer name dtype
tf.contrib.rnn.IndyLSTMCell: num_units forget_bias activation reuse kernel_initializer bias_initializer name dtype
tf.contrib.rnn.InputProjectionWrapper: cell num_proj activation input_size reuse
tf.contrib.rnn.IntersectionRNNCell: num_units num_in_proj initializer forget_bias y_activation reuse
tf.contrib.rnn.LSTMBlockCell: num_units forget_bias cell_clip use_peephole dtype reuse name
tf.contrib.rnn.LSTMBlockFusedCell: num_units forget_bias cell_clip use_peephole reuse dtype name
tf.contrib.rnn.LSTMCell: num_units use_peepholes cell_clip initializer num_proj proj_clip num_unit_shards num_proj_shards forget_bias state_is_tuple activation reuse name dtype
tf.contrib.rnn.LSTMStateTuple: c h
tf.contrib.rnn.LayerNormBasicLSTMCell: num_units forget_bias input_size activation layer_norm norm_gain norm_shift dropout_keep_prob dropout_prob_seed reuse
tf.contrib.rnn.LayerRNNCell: trainable name dtype
tf.contrib.rnn.MultiRNNCell: cells state_is_tuple
tf.contrib.rnn.NASCell: num_units num_proj use_bias reuse
tf.contrib.rnn.OutputProjectionWrapper: cell output_size activation reuse
tf.contrib.rnn.PhasedLSTMCell: num_units use_peepholes leak ratio_on trainable_ratio_on period_init_min period_init_max reuse
tf.contrib.rnn.RNNCell: trainable name dtype
tf.contrib.rnn.ResidualWrapper: cell residual_fn
tf.contrib.rnn.SRUCell: num_units activation reuse name
tf.contrib.rnn.TimeFreqLSTMCell: num_units use_peepholes cell_clip initializer num_unit_shards forget_bias feature_size frequency_skip reuse
tf.contrib.rnn.UGRNNCell: num_units initializer forget_bias activation reuse
tf.contrib.rnn.best_effort_input_batch_size: flat_input
tf.contrib.rnn.stack_bidirectional_dynamic_rnn: cells_fw cells_bw inputs initial_states_fw initial_states_bw dtype sequence_length parallel_iterations time_major scope swap_memory
tf.contrib.rnn.stack_bidirectional_rnn: cells_fw cells_bw inputs initial_states_fw initial_states_bw dtype sequence_length scope
tf.contrib.rnn.static_bidirectional_rnn: cell_fw cell_bw inputs initial_state_fw initial_state_bw dtype sequence_length scope
tf.contrib.rnn.static_rnn: cell inputs initial_state dtype sequence_length scope
tf.contrib.rnn.static_state_saving_rnn: cell inputs state_saver state_name sequence_length scope
tf.contrib.rnn.transpose_batch_time: x
tf.contrib.seq2seq.AttentionWrapper: cell attention_mechanism attention_layer_size alignment_history cell_input_fn output_attention initial_cell_state name attention_layer attention_fn dtype
tf.contrib.seq2seq.BahdanauAttention: num_units memory memory_sequence_length normalize probability_fn score_mask_value dtype custom_key_value_fn name
tf.contrib.seq2seq.BahdanauMonotonicAttention: num_units memory memory_sequence_length normalize score_mask_value sigmoid_noise sigmoid_noise_seed score_bias_init mode dtype name
tf.contrib.seq2seq.BasicDecoder: cell helper initial_state output_layer
tf.contrib.seq2seq.BeamSearchDecoder: cell embedding start_tokens end_token initial_state beam_width output_layer length_penalty_weight coverage_penalty_weight reorder_tensor_arrays
tf.contrib.seq2seq.CustomHelper: initialize_fn sample_fn next_inputs_fn sample_ids_shape sample_ids_dtype
tf.contrib.seq2seq.GreedyEmbeddingHelper: embedding start_tokens end_token
tf.contrib.seq2seq.InferenceHelper: sample_fn sample_shape sample_dtype start_inputs end_fn next_inputs_fn
tf.contrib.seq2seq.LuongAttention: num_units memory memory_sequence_length scale probability_fn score_mask_value dtype custom_key_value_fn name
tf.contrib.seq2seq.LuongMonotonicAttention: num_units memory memory_sequence_length scale score_mask_value sigmoid_noise sigmoid_noise_seed score_bias_init mode dtype name
tf.contrib.seq2seq.SampleEmbeddingHelper: embedding start_tokens end_token softmax_temperature seed
tf.contrib.seq2seq.ScheduledEmbeddingTrainingHelper: inputs sequence_length embedding sampling_probability time_major seed scheduling_seed name
tf.contrib.seq2seq.ScheduledOutputTrainingHelper: inputs sequence_length sampling_probability time_major seed next_inputs_fn auxiliary_inputs name
tf.contrib.seq2seq.TrainingHelper: inputs sequence_length time_major name
tf.contrib.seq2seq.dynamic_decode: decoder output_time_major impute_finished maximum_iterations parallel_iterations swap_memory scope
tf.contrib.seq2seq.gather_tree: step_ids parent_ids max_sequence_lengths end_token name
tf.contrib.seq2seq.hardmax: logits name
tf.contrib.seq2seq.monotonic_attention: p_choose_i previous_attention mode
tf.contrib.seq2seq.safe_cumprod: x
tf.contrib.seq2seq.sequence_loss: logits targets weights average_across_timesteps average_across_batch sum_over_timesteps sum_over_batch softmax_loss_function name
tf.contrib.seq2seq.tile_batch: t multiplier name
tf.contrib.slim.learning.create_train_op: total_loss optimizer global_step update_ops variables_to_train clip_gradient_norm summarize_gradients gate_gradients aggregation_method colocate_gradients_with_ops gradient_multipliers check_numerics
tf.contrib.tensorboard.plugins.projector.visualize_embeddings: summary_writer config
tf.contrib.training.HParams: hparam_def model_structure
tf.contrib.training.add_gradients_summaries: grads_and_vars
tf.contrib.training.clip_gradient_norms: gradients_to_variables max_norm
tf.contrib.training.create_train_op: total_loss optimizer global_step update_ops variables_to_train transform_grads_fn summarize_gradients gate_gradients aggregation_method colocate_gradients_with_ops check_numerics
tf.contrib.training.multiply_gradients: grads_and_vars gradient_multipliers
tf.contrib.util.constant_value: tensor partial
tf.control_dependencies: control_inputs
tf.conv: input filter strides padding explicit_paddings data_format dilations batch_dims groups name
tf.conv2d_backprop_filter_v2: input filter out_backprop strides padding use_cudnn_on_gpu explicit_paddings data_format dilations name
tf.conv2d_backprop_input_v2: input filter out_backprop strides padding use_cudnn_on_gpu explicit_paddings data_format dilations name
tf.convert_to_tensor: value dtype name preferred_dtype dtype_hint
tf.convert_to_tensor_or_indexed_slices: value dtype name
tf.convert_to_tensor_or_sparse_tensor: value dtype name
tf.cos: x name
tf.cosh: x name
tf.count_nonzero: input_tensor axis keepdims dtype name reduction_indices keep_dims input
tf.count_up_to: ref limit name
tf.create_partitioned_variables: shape slicing initializer dtype trainable collections name reuse
tf.cross: a b name
tf.cumprod: x axis exclusive reverse name
tf.cumsum: x axis exclusive reverse name
tf.custom_gradient: f
tf.data.Dataset.from_generator: generator output_types output_shapes args
tf.data.Dataset.from_sparse_tensor_slices: sparse_tensor
tf.data.Dataset.from_tensor_slices: tensors
tf.data.Dataset.from_tensors: tensors
tf.data.Dataset.list_files: file_pattern shuffle seed
tf.data.Dataset.zip: datasets
tf.data.DatasetSpec: element_spec dataset_shape
tf.data.FixedLengthRecordDataset: filenames record_bytes header_bytes footer_bytes buffer_size compression_type num_parallel_reads
tf.data.Iterator: iterator_resource initializer output_types output_shapes output_classes
tf.data.Iterator.from_string_handle: string_handle output_types output_shapes output_classes
tf.data.Iterator.from_structure: output_types output_shapes shared_name output_classes
tf.data.TFRecordDataset: filenames compression_type buffer_size num_parallel_reads
tf.data.TextLineDataset: filenames compression_type buffer_size num_parallel_reads
tf.data.experimental.Counter: start step dtype
tf.data.experimental.CsvDataset: filenames record_defaults compression_type buffer_size header field_delim use_quote_delim na_value select_cols
tf.data.experimental.RandomDataset: seed
tf.data.experimental.bucket_by_sequence_length: element_length_func bucket_boundaries bucket_batch_sizes padded_shapes padding_values pad_to_bucket_boundary no_padding drop_remainder
tf.data.experimental.cardinality: dataset
tf.data.experimental.choose_from_datasets: datasets choice_dataset
tf.data.experimental.copy_to_device: target_device source_device
tf.data.experimental.dense_to_sparse_batch: batch_size row_shape
tf.data.experimental.enumerate_dataset: start
tf.data.experimental.get_single_element: dataset
tf.data.experimental.get_structure: dataset_or_iterator
tf.data.experimental.group_by_reducer: key_func reducer
tf.data.experimental.group_by_window: key_func reduce_func window_size window_size_func
tf.data.experimental.ignore_errors: log_warning
tf.data.experimental.make_batched_features_dataset: file_pattern batch_size features reader label_key reader_args num_epochs shuffle shuffle_buffer_size shuffle_seed prefetch_buffer_size reader_num_threads parser_num_threads sloppy_ordering drop_final_batch
tf.data.experimental.make_csv_dataset: file_pattern batch_size column_names column_defaults label_name select_columns field_delim use_quote_delim na_value header num_epochs shuffle shuffle_buffer_size shuffle_seed prefetch_buffer_size num_parallel_reads sloppy num_rows_for_inference compression_type ignore_errors
tf.data.experimental.make_saveable_from_iterator: iterator
tf.data.experimental.map_and_batch: map_func batch_size num_parallel_batches drop_remainder num_parallel_calls
tf.data.experimental.parallel_interleave: map_func cycle_length block_length sloppy buffer_output_elements prefetch_input_elements
tf.data.experimental.prefetch_to_device: device buffer_size
tf.data.experimental.sample_from_datasets: datasets weights seed
tf.data.experimental.scan: initial_state scan_func
tf.data.experimental.shuffle_and_repeat: buffer_size count seed
tf.data.experimental.take_while: predicate
tf.data.get_output_classes: dataset_or_iterator
tf.data.get_output_shapes: dataset_or_iterator
tf.data.get_output_types: dataset_or_iterator
tf.data.make_initializable_iterator: dataset shared_name
tf.data.make_one_shot_iterator: dataset
tf.debugging.assert_shapes: shapes data summarize message name
tf.debugging.is_numeric_tensor: tensor
tf.decode_base64: input name
tf.decode_compressed: bytes compression_type name
tf.decode_csv: records record_defaults field_delim use_quote_delim name na_value select_cols
tf.decode_json_example: json_examples name
tf.decode_raw: input_bytes out_type little_endian name bytes
tf.delete_session_tensor: handle name
tf.depth_to_space: input block_size name data_format
tf.dequantize: input min_range max_range mode name
tf.deserialize_many_sparse: serialized_sparse dtype rank name
tf.device: device_name_or_function
tf.diag: diagonal name
tf.diag_part: input name
tf.digamma: x name
tf.dimension_at_index: shape index
tf.dimension_value: dimension
tf.distributions.Bernoulli: logits probs dtype validate_args allow_nan_stats name
tf.distributions.Beta: concentration1 concentration0 validate_args allow_nan_stats name
tf.distributions.Categorical: logits probs dtype validate_args allow_nan_stats name
tf.distributions.Dirichlet: concentration validate_args allow_nan_stats name
tf.distributions.DirichletMultinomial: total_count concentration validate_args allow_nan_stats name
tf.distributions.Exponential: rate validate_args allow_nan_stats name
tf.distributions.Gamma: concentration rate validate_args allow_nan_stats name
tf.distributions.Laplace: loc scale validate_args allow_nan_stats name
tf.distributions.Multinomial: total_count logits probs validate_args allow_nan_stats name
tf.distributions.Normal: loc scale validate_args allow_nan_stats name
tf.distributions.ReparameterizationType: rep_type
tf.distributions.StudentT: df loc scale validate_args allow_nan_stats name
tf.distributions.Uniform: low high validate_args allow_nan_stats name
tf.distributions.kl_divergence: distribution_a distribution_b allow_nan_stats name
tf.div: x y name
tf.div_no_nan: x y name
tf.divide: x y name
tf.dynamic_partition: data partitions num_partitions name
tf.dynamic_stitch: indices data name
tf.edit_distance: hypothesis truth normalize name
tf.einsum: equation
tf.enable_eager_execution: config device_policy execution_mode
tf.encode_base64: input pad name
tf.ensure_shape: x shape name
tf.equal: x y name
tf.erf: x name
tf.erfc: x name
tf.errors.AbortedError: node_def op message
tf.errors.AlreadyExistsError: node_def op message
tf.errors.CancelledError: node_def op message
tf.errors.DataLossError: node_def op message
tf.errors.DeadlineExceededError: node_def op message
tf.errors.FailedPreconditionError: node_def op message
tf.errors.InternalError: node_def op message
tf.errors.InvalidArgumentError: node_def op message
tf.errors.NotFoundError: node_def op message
tf.errors.OpError: node_def op message error_code
tf.errors.OutOfRangeError: node_def op message
tf.errors.PermissionDeniedError: node_def op message
tf.errors.ResourceExhaustedError: node_def op message
tf.errors.UnauthenticatedError: node_def op message
tf.errors.UnavailableError: node_def op message
tf.errors.UnimplementedError: node_def op message
tf.errors.UnknownError: node_def op message error_code
tf.exp: x name
tf.expand_dims: input axis name dim
tf.experimental.function_executor_type: executor_type
tf.experimental.output_all_intermediates: state
tf.experimental.register_filesystem_plugin: plugin_location
tf.expm1: x name
tf.extract_image_patches: images ksizes strides rates padding name sizes
tf.extract_volume_patches: input ksizes strides padding name
tf.eye: num_rows num_columns batch_shape dtype name
tf.fake_quant_with_min_max_args: inputs min max num_bits narrow_range name
tf.fake_quant_with_min_max_args_gradient: gradients inputs min max num_bits narrow_range name
tf.fake_quant_with_min_max_vars: inputs min max num_bits narrow_range name
tf.fake_quant_with_min_max_vars_gradient: gradients inputs min max num_bits narrow_range name
tf.fake_quant_with_min_max_vars_per_channel: inputs min max num_bits narrow_range name
tf.fake_quant_with_min_max_vars_per_channel_gradient: gradients inputs min max num_bits narrow_range name
tf.feature_column.bucketized_column: source_column boundaries
tf.feature_column.categorical_column_with_hash_bucket: key hash_bucket_size dtype
tf.feature_column.categorical_column_with_identity: key num_buckets default_value
tf.feature_column.categorical_column_with_vocabulary_file: key vocabulary_file vocabulary_size num_oov_buckets default_value dtype
tf.feature_column.categorical_column_with_vocabulary_list: key vocabulary_list dtype default_value num_oov_buckets
tf.feature_column.crossed_column: keys hash_bucket_size hash_key
tf.feature_column.embedding_column: categorical_column dimension combiner initializer ckpt_to_load_from tensor_name_in_ckpt max_norm trainable
tf.feature_column.indicator_column: categorical_column
tf.feature_column.input_layer: features feature_columns weight_collections trainable cols_to_vars cols_to_output_tensors
tf.feature_column.linear_model: features feature_columns units sparse_combiner weight_collections trainable cols_to_vars
tf.feature_column.make_parse_example_spec: feature_columns
tf.feature_column.numeric_column: key shape default_value dtype normalizer_fn
tf.feature_column.sequence_categorical_column_with_hash_bucket: key hash_bucket_size dtype
tf.feature_column.sequence_categorical_column_with_identity: key num_buckets default_value
tf.feature_column.sequence_categorical_column_with_vocabulary_file: key vocabulary_file vocabulary_size num_oov_buckets default_value dtype
tf.feature_column.sequence_categorical_column_with_vocabulary_list: key vocabulary_list dtype default_value num_oov_buckets
tf.feature_column.sequence_numeric_column: key shape default_value dtype normalizer_fn
tf.feature_column.shared_embedding_columns: categorical_columns dimension combiner initializer shared_embedding_collection_name ckpt_to_load_from tensor_name_in_ckpt max_norm trainable
tf.feature_column.weighted_categorical_column: categorical_column weight_feature_key dtype
tf.fft: input name
tf.fft2d: input name
tf.fft3d: input name
tf.fftnd: input fft_length axes name
tf.fill: dims value name
tf.fingerprint: data method name
tf.fixed_size_partitioner: num_shards axis
tf.flags.DEFINE_alias: name original_name flag_values module_name
tf.flags.DEFINE_bool: name default help flag_values module_name required
tf.flags.DEFINE_boolean: name default help flag_values module_name required
tf.flags.DEFINE_enum: name default enum_values help flag_values module_name required
tf.flags.DEFINE_enum_class: name default enum_class help flag_values module_name case_sensitive required
tf.flags.DEFINE_float: name default help lower_bound upper_bound flag_values required
tf.flags.DEFINE_integer: name default help lower_bound upper_bound flag_values required
tf.flags.DEFINE_list: name default help flag_values required
tf.flags.DEFINE_multi_float: name default help lower_bound upper_bound flag_values required
tf.flags.DEFINE_multi_integer: name default help lower_bound upper_bound flag_values required
tf.flags.DEFINE_multi_string: name default help flag_values required
tf.flags.DEFINE_spaceseplist: name default help comma_compat flag_values required
tf.flags.DEFINE_string: name default help flag_values required
tf.flags.mark_flag_as_required: flag_name flag_values
tf.flags.mark_flags_as_required: flag_names flag_values
tf.floor: x name
tf.floor_div: x y name
tf.floordiv: x y name
tf.foldl: fn elems initializer parallel_iterations back_prop swap_memory name
tf.foldr: fn elems initializer parallel_iterations back_prop swap_memory name
tf.function: func input_signature autograph experimental_autograph_options experimental_relax_shapes experimental_compile
tf.gather: params indices validate_indices name axis batch_dims
tf.gather_nd: params indices name batch_dims
tf.get_collection: key scope
tf.get_collection_ref: key
tf.get_local_variable: name shape dtype initializer regularizer trainable collections caching_device partitioner validate_shape use_resource custom_getter constraint synchronization aggregation
tf.get_seed: op_seed
tf.get_session_handle: data name
tf.get_session_tensor: handle dtype name
tf.get_static_value: tensor partial
tf.get_variable: name shape dtype initializer regularizer trainable collections caching_device partitioner validate_shape use_resource custom_getter constraint synchronization aggregation
tf.gfile.Copy: oldpath newpath overwrite
tf.gfile.DeleteRecursively: dirname
tf.gfile.Exists: filename
tf.gfile.FastGFile: name mode
tf.gfile.Glob: filename
tf.gfile.IsDirectory: dirname
tf.gfile.ListDirectory: dirname
tf.gfile.MakeDirs: dirname
tf.gfile.MkDir: dirname
tf.gfile.Open: name mode
tf.gfile.Remove: filename
tf.gfile.Rename: oldname newname overwrite
tf.gfile.Stat: filename
tf.gfile.Walk: top in_order
tf.global_norm: t_list name
tf.global_variables: scope
tf.glorot_normal_initializer: seed dtype
tf.glorot_uniform_initializer: seed dtype
tf.grad_pass_through: f
tf.gradients: ys xs grad_ys name colocate_gradients_with_ops gate_gradients aggregation_method stop_gradients unconnected_gradients
tf.graph_util.convert_variables_to_constants: sess input_graph_def output_node_names variable_names_whitelist variable_names_blacklist
tf.graph_util.extract_sub_graph: graph_def dest_nodes
tf.graph_util.must_run_on_cpu: node pin_variables_on_cpu
tf.graph_util.remove_training_nodes: input_graph protected_nodes
tf.graph_util.tensor_shape_from_node_def_name: graph input_name
tf.greater: x y name
tf.greater_equal: x y name
tf.guarantee_const: input name
tf.hessians: ys xs name colocate_gradients_with_ops gate_gradients aggregation_method
tf.histogram_fixed_width: values value_range nbins dtype name
tf.histogram_fixed_width_bins: values value_range nbins dtype name
tf.histogram_summary: tag values collections name
tf.identity: input name
tf.identity_n: input name
tf.ifft: input name
tf.ifft2d: input name
tf.ifft3d: input name
tf.ifftnd: input fft_length axes name
tf.igamma: a x name
tf.igammac: a x name
tf.imag: input name
tf.image.adjust_brightness: image delta
tf.image.adjust_contrast: images contrast_factor
tf.image.adjust_gamma: image gamma gain
tf.image.adjust_hue: image delta name
tf.image.adjust_jpeg_quality: image jpeg_quality name
tf.image.adjust_saturation: image saturation_factor name
tf.image.central_crop: image central_fraction
tf.image.combined_non_max_suppression: boxes scores max_output_size_per_class max_total_size iou_threshold score_threshold pad_per_class clip_boxes name
tf.image.convert_image_dtype: image dtype saturate name
tf.image.crop_and_resize: image boxes box_ind crop_size method extrapolation_value name box_indices
tf.image.crop_to_bounding_box: image offset_height offset_width target_height target_width
tf.image.draw_bounding_boxes: images boxes name colors
tf.image.extract_glimpse: input size offsets centered normalized uniform_noise name
tf.image.extract_patches: images sizes strides rates padding name
tf.image.flip_left_right: image
tf.image.flip_up_down: image
tf.image.generate_bounding_box_proposals: scores bbox_deltas image_info anchors nms_threshold pre_nms_topn min_size post_nms_topn name
tf.image.grayscale_to_rgb: images name
tf.image.hsv_to_rgb: images name
tf.image.image_gradients: image
tf.image.non_max_suppression: boxes scores max_output_size iou_threshold score_threshold name
tf.image.non_max_suppression_overlaps: overlaps scores max_output_size overlap_threshold score_threshold name
tf.image.non_max_suppression_padded: boxes scores max_output_size iou_threshold score_threshold pad_to_max_output_size name
tf.image.non_max_suppression_with_scores: boxes scores max_output_size iou_threshold score_threshold soft_nms_sigma name
tf.image.pad_to_bounding_box: image offset_height offset_width target_height target_width
tf.image.per_image_standardization: image
tf.image.psnr: a b max_val name
tf.image.random_brightness: image max_delta seed
tf.image.random_contrast: image lower upper seed
tf.image.random_flip_left_right: image seed
tf.image.random_flip_up_down: image seed
tf.image.random_hue: image max_delta seed
tf.image.random_jpeg_quality: image min_jpeg_quality max_jpeg_quality seed
tf.image.random_saturation: image lower upper seed
tf.image.resize: images size method align_corners preserve_aspect_ratio name
tf.image.resize_area: images size align_corners name
tf.image.resize_bicubic: images size align_corners name half_pixel_centers
tf.image.resize_bilinear: images size align_corners name half_pixel_centers
tf.image.resize_image_with_pad: image target_height target_width method align_corners
tf.image.resize_nearest_neighbor: images size align_corners name half_pixel_centers
tf.image.resize_with_crop_or_pad: image target_height target_width
tf.image.rgb_to_grayscale: images name
tf.image.rgb_to_hsv: images name
tf.image.rgb_to_yiq: images
tf.image.rgb_to_yuv: images
tf.image.rot90: image k name
tf.image.sample_distorted_bounding_box: image_size bounding_boxes seed seed2 min_object_covered aspect_ratio_range area_range max_attempts use_image_if_no_bounding_boxes name
tf.image.sobel_edges: image
tf.image.ssim: img1 img2 max_val filter_size filter_sigma k1 k2
tf.image.ssim_multiscale: img1 img2 max_val power_factors filter_size filter_sigma k1 k2
tf.image.total_variation: images name
tf.image.transpose: image name
tf.image.yiq_to_rgb: images
tf.image.yuv_to_rgb: images
tf.image_summary: tag tensor max_images collections name
tf.import_graph_def: graph_def input_map return_elements name op_dict producer_op_list
tf.initialize_all_tables: name
tf.initialize_variables: var_list name
tf.initializers.he_normal: seed
tf.initializers.he_uniform: seed
tf.initializers.identity: gain dtype
tf.initializers.lecun_normal: seed
tf.initializers.lecun_uniform: seed
tf.invert_permutation: x name
tf.io.TFRecordOptions: compression_type flush_mode input_buffer_size output_buffer_size window_bits compression_level compression_method mem_level compression_strategy
tf.io.TFRecordWriter: path options
tf.io.decode_and_crop_jpeg: contents crop_window channels ratio fancy_upscaling try_recover_truncated acceptable_fraction dct_method name
tf.io.decode_bmp: contents channels name
tf.io.decode_gif: contents name
tf.io.decode_image: contents channels dtype name expand_animations
tf.io.decode_jpeg: contents channels ratio fancy_upscaling try_recover_truncated acceptable_fraction dct_method name
tf.io.decode_jxl: contents channels dtype name
tf.io.decode_png: contents channels dtype name
tf.io.decode_proto: bytes message_type field_names output_types descriptor_source message_format sanitize name
tf.io.decode_webp: contents channels dtype name
tf.io.encode_jpeg: image format quality progressive optimize_size chroma_downsampling density_unit x_density y_density xmp_metadata name
tf.io.encode_png: image compression name
tf.io.encode_proto: sizes values field_names message_type descriptor_source name
tf.io.extract_jpeg_shape: contents output_type name
tf.io.gfile.copy: src dst overwrite
tf.io.gfile.exists: path
tf.io.gfile.glob: pattern
tf.io.gfile.isdir: path
tf.io.gfile.join: path
tf.io.gfile.listdir: path
tf.io.gfile.makedirs: path
tf.io.gfile.mkdir: path
tf.io.gfile.remove: path
tf.io.gfile.rename: src dst overwrite
tf.io.gfile.rmtree: path
tf.io.gfile.stat: path
tf.io.gfile.walk: top topdown onerror
tf.io.is_jpeg: contents name
tf.io.parse_sequence_example: serialized context_features sequence_features example_names name
tf.io.tf_record_iterator: path options
tf.irfftnd: input fft_length axes Treal name
tf.is_finite: x name
tf.is_inf: x name
tf.is_nan: x name
tf.is_non_decreasing: x name
tf.is_numeric_tensor: tensor
tf.is_strictly_increasing: x name
tf.is_symbolic_tensor: tensor
tf.is_tensor: x
tf.is_variable_initialized: variable
tf.keras.activations.elu: x alpha
tf.keras.activations.exponential: x
tf.keras.activations.hard_sigmoid: x
tf.keras.activations.relu: x alpha max_value threshold
tf.keras.activations.selu: x
tf.keras.activations.sigmoid: x
tf.keras.activations.softmax: x axis
tf.keras.activations.softplus: x
tf.keras.activations.softsign: x
tf.keras.activations.tanh: x
tf.keras.backend.abs: x
tf.keras.backend.all: x axis keepdims
tf.keras.backend.any: x axis keepdims
tf.keras.backend.argmax: x axis
tf.keras.backend.argmin: x axis
tf.keras.backend.binary_crossentropy: target output from_logits
tf.keras.backend.cast: x dtype
tf.keras.backend.categorical_crossentropy: target output from_logits axis
tf.keras.backend.clip: x min_value max_value
tf.keras.backend.concatenate: tensors axis
tf.keras.backend.cos: x
tf.keras.backend.dot: x y
tf.keras.backend.elu: x alpha
tf.keras.backend.equal: x y
tf.keras.backend.exp: x
tf.keras.backend.expand_dims: x axis
tf.keras.backend.flatten: x
tf.keras.backend.gather: reference indices
tf.keras.backend.get_session: op_input_list
tf.keras.backend.greater: x y
tf.keras.backend.greater_equal: x y
tf.keras.backend.hard_sigmoid: x
tf.keras.backend.l2_normalize: x axis
tf.keras.backend.less: x y
tf.keras.backend.less_equal: x y
tf.keras.backend.log: x
tf.keras.backend.max: x axis keepdims
tf.keras.backend.maximum: x y
tf.keras.backend.mean: x axis keepdims
tf.keras.backend.min: x axis keepdims
tf.keras.backend.minimum: x y
tf.keras.backend.not_equal: x y
tf.keras.backend.one_hot: indices num_classes
tf.keras.backend.permute_dimensions: x pattern
tf.keras.backend.pow: x a
tf.keras.backend.prod: x axis keepdims
tf.keras.backend.relu: x alpha max_value threshold
tf.keras.backend.repeat_elements: x rep axis
tf.keras.backend.reshape: x shape
tf.keras.backend.round: x
tf.keras.backend.set_learning_phase: value
tf.keras.backend.set_session: session
tf.keras.backend.sigmoid: x
tf.keras.backend.sign: x
tf.keras.backend.sin: x
tf.keras.backend.softmax: x axis
tf.keras.backend.softplus: x
tf.keras.backend.softsign: x
tf.keras.backend.sparse_categorical_crossentropy: target output from_logits axis
tf.keras.backend.sqrt: x
tf.keras.backend.square: x
tf.keras.backend.squeeze: x axis
tf.keras.backend.stack: x axis
tf.keras.backend.std: x axis keepdims
tf.keras.backend.sum: x axis keepdims
tf.keras.backend.tanh: x
tf.keras.backend.tile: x n
tf.keras.backend.transpose: x
tf.keras.backend.var: x axis keepdims
tf.keras.initializers.Constant: value dtype verify_shape
tf.keras.initializers.Identity: gain dtype
tf.keras.initializers.Ones: dtype
tf.keras.initializers.Orthogonal: gain seed dtype
tf.keras.initializers.RandomNormal: mean stddev seed dtype
tf.keras.initializers.RandomUniform: minval maxval seed dtype
tf.keras.initializers.TruncatedNormal: mean stddev seed dtype
tf.keras.initializers.VarianceScaling: scale mode distribution seed dtype
tf.keras.initializers.Zeros: dtype
tf.keras.initializers.glorot_normal: seed dtype
tf.keras.initializers.glorot_uniform: seed dtype
tf.keras.initializers.he_normal: seed
tf.keras.initializers.he_uniform: seed
tf.keras.initializers.lecun_normal: seed
tf.keras.initializers.lecun_uniform: seed
tf.keras.layers.Activation: activation
tf.keras.layers.AlphaDropout: rate noise_shape seed
tf.keras.layers.AveragePooling1D: pool_size strides padding data_format
tf.keras.layers.AveragePooling2D: pool_size strides padding data_format
tf.keras.layers.AveragePooling3D: pool_size strides padding data_format
tf.keras.layers.AvgPool1D: pool_size strides padding data_format
tf.keras.layers.AvgPool2D: pool_size strides padding data_format
tf.keras.layers.AvgPool3D: pool_size strides padding data_format
tf.keras.layers.BatchNormalization: axis momentum epsilon center scale beta_initializer gamma_initializer moving_mean_initializer moving_variance_initializer beta_regularizer gamma_regularizer beta_constraint gamma_constraint renorm renorm_clipping renorm_momentum fused trainable virtual_batch_size adjustment name
tf.keras.layers.Concatenate: axis
tf.keras.layers.Conv1D: filters kernel_size strides padding data_format dilation_rate activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint
tf.keras.layers.Conv2D: filters kernel_size strides padding data_format dilation_rate activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint
tf.keras.layers.Conv2DTranspose: filters kernel_size strides padding output_padding data_format dilation_rate activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint
tf.keras.layers.Conv3D: filters kernel_size strides padding data_format dilation_rate activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint
tf.keras.layers.Conv3DTranspose: filters kernel_size strides padding output_padding data_format activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint
tf.keras.layers.ConvLSTM2D: filters kernel_size strides padding data_format dilation_rate activation recurrent_activation use_bias kernel_initializer recurrent_initializer bias_initializer unit_forget_bias kernel_regularizer recurrent_regularizer bias_regularizer activity_regularizer kernel_constraint recurrent_constraint bias_constraint return_sequences go_backwards stateful dropout recurrent_dropout
tf.keras.layers.Cropping1D: cropping
tf.keras.layers.Cropping2D: cropping data_format
tf.keras.layers.Cropping3D: cropping data_format
tf.keras.layers.Dense: units activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint
tf.keras.layers.DepthwiseConv2D: kernel_size strides padding depth_multiplier data_format activation use_bias depthwise_initializer bias_initializer depthwise_regularizer bias_regularizer activity_regularizer depthwise_constraint bias_constraint
tf.keras.layers.Dot: axes normalize
tf.keras.layers.Dropout: rate noise_shape seed
tf.keras.layers.ELU: alpha
tf.keras.layers.Embedding: input_dim output_dim embeddings_initializer embeddings_regularizer activity_regularizer embeddings_constraint mask_zero input_length
tf.keras.layers.Flatten: data_format
tf.keras.layers.GRU: units activation recurrent_activation use_bias kernel_initializer recurrent_initializer bias_initializer kernel_regularizer recurrent_regularizer bias_regularizer activity_regularizer kernel_constraint recurrent_constraint bias_constraint dropout recurrent_dropout implementation return_sequences return_state go_backwards stateful unroll reset_after
tf.keras.layers.GRUCell: units activation recurrent_activation use_bias kernel_initializer recurrent_initializer bias_initializer kernel_regularizer recurrent_regularizer bias_regularizer kernel_constraint recurrent_constraint bias_constraint dropout recurrent_dropout implementation reset_after
tf.keras.layers.GaussianDropout: rate
tf.keras.layers.GaussianNoise: stddev
tf.keras.layers.GlobalAveragePooling1D: data_format
tf.keras.layers.GlobalAveragePooling2D: data_format
tf.keras.layers.GlobalAveragePooling3D: data_format
tf.keras.layers.GlobalAvgPool1D: data_format
tf.keras.layers.GlobalAvgPool2D: data_format
tf.keras.layers.GlobalAvgPool3D: data_format
tf.keras.layers.GlobalMaxPool1D: data_format
tf.keras.layers.GlobalMaxPool2D: data_format
tf.keras.layers.GlobalMaxPool3D: data_format
tf.keras.layers.GlobalMaxPooling1D: data_format
tf.keras.layers.GlobalMaxPooling2D: data_format
tf.keras.layers.GlobalMaxPooling3D: data_format
tf.keras.layers.LSTM: units activation recurrent_activation use_bias kernel_initializer recurrent_initializer bias_initializer unit_forget_bias kernel_regularizer recurrent_regularizer bias_regularizer activity_regularizer kernel_constraint recurrent_constraint bias_constraint dropout recurrent_dropout implementation return_sequences return_state go_backwards stateful unroll
tf.keras.layers.LSTMCell: units activation recurrent_activation use_bias kernel_initializer recurrent_initializer bias_initializer unit_forget_bias kernel_regularizer recurrent_regularizer bias_regularizer kernel_constraint recurrent_constraint bias_constraint dropout recurrent_dropout implementation
tf.keras.layers.LayerNormalization: axis epsilon center scale beta_initializer gamma_initializer beta_regularizer gamma_regularizer beta_constraint gamma_constraint trainable name
tf.keras.layers.LeakyReLU: alpha
tf.keras.layers.LocallyConnected1D: filters kernel_size strides padding data_format activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint implementation
tf.keras.layers.LocallyConnected2D: filters kernel_size strides padding data_format activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint implementation
tf.keras.layers.Masking: mask_value
tf.keras.layers.MaxPool1D: pool_size strides padding data_format
tf.keras.layers.MaxPool2D: pool_size strides padding data_format
tf.keras.layers.MaxPool3D: pool_size strides padding data_format
tf.keras.layers.MaxPooling1D: pool_size strides padding data_format
tf.keras.layers.MaxPooling2D: pool_size strides padding data_format
tf.keras.layers.MaxPooling3D: pool_size strides padding data_format
tf.keras.layers.PReLU: alpha_initializer alpha_regularizer alpha_constraint shared_axes
tf.keras.layers.Permute: dims
tf.keras.layers.ReLU: max_value negative_slope threshold
tf.keras.layers.RepeatVector: n
tf.keras.layers.Reshape: target_shape
tf.keras.layers.SeparableConv1D: filters kernel_size strides padding data_format dilation_rate depth_multiplier activation use_bias depthwise_initializer pointwise_initializer bias_initializer depthwise_regularizer pointwise_regularizer bias_regularizer activity_regularizer depthwise_constraint pointwise_constraint bias_constraint
tf.keras.layers.SeparableConv2D: filters kernel_size strides padding data_format dilation_rate depth_multiplier activation use_bias depthwise_initializer pointwise_initializer bias_initializer depthwise_regularizer pointwise_regularizer bias_regularizer activity_regularizer depthwise_constraint pointwise_constraint bias_constraint
tf.keras.layers.SimpleRNN: units activation use_bias kernel_initializer recurrent_initializer bias_initializer kernel_regularizer recurrent_regularizer bias_regularizer activity_regularizer kernel_constraint recurrent_constraint bias_constraint dropout recurrent_dropout return_sequences return_state go_backwards stateful unroll
tf.keras.layers.SimpleRNNCell: units activation use_bias kernel_initializer recurrent_initializer bias_initializer kernel_regularizer recurrent_regularizer bias_regularizer kernel_constraint recurrent_constraint bias_constraint dropout recurrent_dropout
tf.keras.layers.Softmax: axis
tf.keras.layers.SpatialDropout1D: rate
tf.keras.layers.SpatialDropout2D: rate data_format
tf.keras.layers.SpatialDropout3D: rate data_format
tf.keras.layers.ThresholdedReLU: theta
tf.keras.layers.UpSampling1D: size
tf.keras.layers.UpSampling2D: size data_format interpolation
tf.keras.layers.UpSampling3D: size data_format
tf.keras.layers.ZeroPadding1D: padding
tf.keras.layers.ZeroPadding2D: padding data_format
tf.keras.layers.ZeroPadding3D: padding data_format
tf.keras.losses.MAE: y_true y_pred
tf.keras.losses.MAPE: y_true y_pred
tf.keras.losses.MSE: y_true y_pred
tf.keras.losses.MSLE: y_true y_pred
tf.keras.losses.binary_crossentropy: y_true y_pred from_logits label_smoothing
tf.keras.losses.categorical_crossentropy: y_true y_pred from_logits label_smoothing
tf.keras.losses.categorical_hinge: y_true y_pred
tf.keras.losses.hinge: y_true y_pred
tf.keras.losses.logcosh: y_true y_pred
tf.keras.losses.poisson: y_true y_pred
tf.keras.losses.sparse_categorical_crossentropy: y_true y_pred from_logits axis
tf.keras.losses.squared_hinge: y_true y_pred
tf.keras.regularizers.L1L2: l1 l2
tf.keras.regularizers.l1: l
tf.keras.regularizers.l1_l2: l1 l2
tf.keras.regularizers.l2: l
tf.keras.utils.normalize: x axis order
tf.keras.utils.to_categorical: y num_classes dtype
tf.layers.AveragePooling1D: pool_size strides padding data_format name
tf.layers.AveragePooling2D: pool_size strides padding data_format name
tf.layers.AveragePooling3D: pool_size strides padding data_format name
tf.layers.BatchNormalization: axis momentum epsilon center scale beta_initializer gamma_initializer moving_mean_initializer moving_variance_initializer beta_regularizer gamma_regularizer beta_constraint gamma_constraint renorm renorm_clipping renorm_momentum fused trainable virtual_batch_size adjustment name
tf.layers.Conv1D: filters kernel_size strides padding data_format dilation_rate activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint trainable name
tf.layers.Conv2D: filters kernel_size strides padding data_format dilation_rate activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint trainable name
tf.layers.Conv2DTranspose: filters kernel_size strides padding data_format activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint trainable name
tf.layers.Conv3D: filters kernel_size strides padding data_format dilation_rate activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint trainable name
tf.layers.Conv3DTranspose: filters kernel_size strides padding data_format activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint trainable name
tf.layers.Dense: units activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint trainable name
tf.layers.Dropout: rate noise_shape seed name
tf.layers.Flatten: data_format
tf.layers.InputSpec: dtype shape ndim max_ndim min_ndim axes
tf.layers.Layer: trainable name dtype
tf.layers.MaxPooling1D: pool_size strides padding data_format name
tf.layers.MaxPooling2D: pool_size strides padding data_format name
tf.layers.MaxPooling3D: pool_size strides padding data_format name
tf.layers.SeparableConv1D: filters kernel_size strides padding data_format dilation_rate depth_multiplier activation use_bias depthwise_initializer pointwise_initializer bias_initializer depthwise_regularizer pointwise_regularizer bias_regularizer activity_regularizer depthwise_constraint pointwise_constraint bias_constraint trainable name
tf.layers.SeparableConv2D: filters kernel_size strides padding data_format dilation_rate depth_multiplier activation use_bias depthwise_initializer pointwise_initializer bias_initializer depthwise_regularizer pointwise_regularizer bias_regularizer activity_regularizer depthwise_constraint pointwise_constraint bias_constraint trainable name
tf.layers.average_pooling1d: inputs pool_size strides padding data_format name
tf.layers.average_pooling2d: inputs pool_size strides padding data_format name
tf.layers.average_pooling3d: inputs pool_size strides padding data_format name
tf.layers.batch_normalization: inputs axis momentum epsilon center scale beta_initializer gamma_initializer moving_mean_initializer moving_variance_initializer beta_regularizer gamma_regularizer beta_constraint gamma_constraint training trainable name reuse renorm renorm_clipping renorm_momentum fused virtual_batch_size adjustment
tf.layers.conv1d: inputs filters kernel_size strides padding data_format dilation_rate activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint trainable name reuse
tf.layers.conv2d: inputs filters kernel_size strides padding data_format dilation_rate activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint trainable name reuse
tf.layers.conv2d_transpose: inputs filters kernel_size strides padding data_format activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint trainable name reuse
tf.layers.conv3d: inputs filters kernel_size strides padding data_format dilation_rate activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint trainable name reuse
tf.layers.conv3d_transpose: inputs filters kernel_size strides padding data_format activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint trainable name reuse
tf.layers.dense: inputs units activation use_bias kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint trainable name reuse
tf.layers.dropout: inputs rate noise_shape seed training name
tf.layers.flatten: inputs name data_format
tf.layers.max_pooling1d: inputs pool_size strides padding data_format name
tf.layers.max_pooling2d: inputs pool_size strides padding data_format name
tf.layers.max_pooling3d: inputs pool_size strides padding data_format name
tf.layers.separable_conv1d: inputs filters kernel_size strides padding data_format dilation_rate depth_multiplier activation use_bias depthwise_initializer pointwise_initializer bias_initializer depthwise_regularizer pointwise_regularizer bias_regularizer activity_regularizer depthwise_constraint pointwise_constraint bias_constraint trainable name reuse
tf.layers.separable_conv2d: inputs filters kernel_size strides padding data_format dilation_rate depth_multiplier activation use_bias depthwise_initializer pointwise_initializer bias_initializer depthwise_regularizer pointwise_regularizer bias_regularizer activity_regularizer depthwise_constraint pointwise_constraint bias_constraint trainable name reuse
tf.lbeta: x name
tf.less: x y name
tf.less_equal: x y name
tf.lgamma: x name
tf.linalg.adjoint: matrix name
tf.linalg.eigh_tridiagonal: alpha beta eigvals_only select select_range tol name
tf.linalg.experimental.conjugate_gradient: operator rhs preconditioner x tol max_iter name
tf.linalg.expm: input name
tf.linalg.logdet: matrix name
tf.linalg.logm: input name
tf.linalg.lu: input output_idx_type name
tf.linalg.lu_matrix_inverse: lower_upper perm validate_args name
tf.linalg.lu_reconstruct: lower_upper perm validate_args name
tf.linalg.lu_solve: lower_upper perm rhs validate_args name
tf.linalg.matrix_rank: a tol validate_args name
tf.linalg.matvec: a b transpose_a adjoint_a a_is_sparse b_is_sparse name
tf.linalg.normalize: tensor ord axis name
tf.linalg.pinv: a rcond validate_args name
tf.linalg.slogdet: input name
tf.linalg.tridiagonal_matmul: diagonals rhs diagonals_format name
tf.linalg.tridiagonal_solve: diagonals rhs diagonals_format transpose_rhs conjugate_rhs name partial_pivoting
tf.linspace: start stop num name
tf.load_file_system_library: library_filename
tf.load_library: library_location
tf.load_op_library: library_filename
tf.local_variables: scope
tf.log: x name
tf.log1p: x name
tf.log_sigmoid: x name
tf.logging.TaskLevelStatusMessage: msg
tf.logging.debug: msg
tf.logging.error: msg
tf.logging.fatal: msg
tf.logging.info: msg
tf.logging.log: level msg
tf.logging.log_every_n: level msg n
tf.logging.log_first_n: level msg n
tf.logging.log_if: level msg condition
tf.logging.set_verbosity: v
tf.logging.vlog: level msg
tf.logging.warn: msg
tf.logging.warning: msg
tf.logical_and: x y name
tf.logical_not: x name
tf.logical_or: x y name
tf.logical_xor: x y name
tf.lookup.KeyValueTensorInitializer: keys values key_dtype value_dtype name
tf.lookup.StaticHashTable: initializer default_value name
tf.lookup.StaticVocabularyTable: initializer num_oov_buckets lookup_key_dtype name
tf.lookup.TextFileInitializer: filename key_dtype key_index value_dtype value_index vocab_size delimiter name
tf.lookup.experimental.DenseHashTable: key_dtype value_dtype default_value empty_key deleted_key initial_num_buckets name checkpoint
tf.lookup.experimental.MutableHashTable: key_dtype value_dtype default_value name checkpoint experimental_is_anonymous
tf.losses.absolute_difference: labels predictions weights scope loss_collection reduction
tf.losses.add_loss: loss loss_collection
tf.losses.compute_weighted_loss: losses weights scope loss_collection reduction
tf.losses.cosine_distance: labels predictions axis weights scope loss_collection reduction dim
tf.losses.get_losses: scope loss_collection
tf.losses.get_regularization_loss: scope name
tf.losses.get_regularization_losses: scope
tf.losses.get_total_loss: add_regularization_losses name scope
tf.losses.hinge_loss: labels logits weights scope loss_collection reduction
tf.losses.huber_loss: labels predictions weights delta scope loss_collection reduction
tf.losses.log_loss: labels predictions weights epsilon scope loss_collection reduction
tf.losses.mean_pairwise_squared_error: labels predictions weights scope loss_collection
tf.losses.mean_squared_error: labels predictions weights scope loss_collection reduction
tf.losses.sigmoid_cross_entropy: multi_class_labels logits weights label_smoothing scope loss_collection reduction
tf.losses.softmax_cross_entropy: onehot_labels logits weights label_smoothing scope loss_collection reduction
tf.losses.sparse_softmax_cross_entropy: labels logits weights scope loss_collection reduction
tf.make_ndarray: tensor
tf.make_template: name_ func_ create_scope_now_ unique_name_ custom_getter_
tf.make_tensor_proto: values dtype shape verify_shape allow_broadcast
tf.map_fn: fn elems dtype parallel_iterations back_prop swap_memory infer_shape name
tf.matching_files: pattern name
tf.math.bessel_i0: x name
tf.math.bessel_i0e: x name
tf.math.bessel_i1: x name
tf.math.bessel_i1e: x name
tf.math.cumulative_logsumexp: x axis exclusive reverse name
tf.math.erfcinv: x name
tf.math.erfinv: x name
tf.math.multiply_no_nan: x y name
tf.math.ndtri: x name
tf.math.nextafter: x1 x2 name
tf.math.polyval: coeffs x name
tf.math.reciprocal_no_nan: x name
tf.math.reduce_euclidean_norm: input_tensor axis keepdims name
tf.math.reduce_std: input_tensor axis keepdims name
tf.math.reduce_variance: input_tensor axis keepdims name
tf.math.sobol_sample: dim num_results skip dtype name
tf.math.special.bessel_j0: x name
tf.math.special.bessel_j1: x name
tf.math.special.bessel_k0: x name
tf.math.special.bessel_k0e: x name
tf.math.special.bessel_k1: x name
tf.math.special.bessel_k1e: x name
tf.math.special.bessel_y0: x name
tf.math.special.bessel_y1: x name
tf.math.special.dawsn: x name
tf.math.special.expint: x name
tf.math.special.fresnel_cos: x name
tf.math.special.fresnel_sin: x name
tf.math.special.spence: x name
tf.math.xdivy: x y name
tf.math.xlog1py: x y name
tf.math.xlogy: x y name
tf.matmul: a b transpose_a transpose_b adjoint_a adjoint_b a_is_sparse b_is_sparse name
tf.matrix_band_part: input num_lower num_upper name
tf.matrix_determinant: input name
tf.matrix_diag: diagonal name k num_rows num_cols padding_value
tf.matrix_diag_part: input name k padding_value
tf.matrix_inverse: input adjoint name
tf.matrix_set_diag: input diagonal name k
tf.matrix_solve: matrix rhs adjoint name
tf.matrix_solve_ls: matrix rhs l2_regularizer fast name
tf.matrix_square_root: input name
tf.matrix_transpose: a name conjugate
tf.matrix_triangular_solve: matrix rhs lower adjoint name
tf.maximum: x y name
tf.merge_all_summaries: key
tf.merge_summary: inputs collections name
tf.metrics.accuracy: labels predictions weights metrics_collections updates_collections name
tf.metrics.auc: labels predictions weights num_thresholds metrics_collections updates_collections curve name summation_method thresholds
tf.metrics.average_precision_at_k: labels predictions k weights metrics_collections updates_collections name
tf.metrics.false_negatives: labels predictions weights metrics_collections updates_collections name
tf.metrics.false_negatives_at_thresholds: labels predictions thresholds weights metrics_collections updates_collections name
tf.metrics.false_positives: labels predictions weights metrics_collections updates_collections name
tf.metrics.false_positives_at_thresholds: labels predictions thresholds weights metrics_collections updates_collections name
tf.metrics.mean: values weights metrics_collections updates_collections name
tf.metrics.mean_absolute_error: labels predictions weights metrics_collections updates_collections name
tf.metrics.mean_cosine_distance: labels predictions dim weights metrics_collections updates_collections name
tf.metrics.mean_iou: labels predictions num_classes weights metrics_collections updates_collections name
tf.metrics.mean_per_class_accuracy: labels predictions num_classes weights metrics_collections updates_collections name
tf.metrics.mean_relative_error: labels predictions normalizer weights metrics_collections updates_collections name
tf.metrics.mean_squared_error: labels predictions weights metrics_collections updates_collections name
tf.metrics.mean_tensor: values weights metrics_collections updates_collections name
tf.metrics.percentage_below: values threshold weights metrics_collections updates_collections name
tf.metrics.precision: labels predictions weights metrics_collections updates_collections name
tf.metrics.precision_at_k: labels predictions k class_id weights metrics_collections updates_collections name
tf.metrics.precision_at_thresholds: labels predictions thresholds weights metrics_collections updates_collections name
tf.metrics.precision_at_top_k: labels predictions_idx k class_id weights metrics_collections updates_collections name
tf.metrics.recall: labels predictions weights metrics_collections updates_collections name
tf.metrics.recall_at_k: labels predictions k class_id weights metrics_collections updates_collections name
tf.metrics.recall_at_thresholds: labels predictions thresholds weights metrics_collections updates_collections name
tf.metrics.recall_at_top_k: labels predictions_idx k class_id weights metrics_collections updates_collections name
tf.metrics.root_mean_squared_error: labels predictions weights metrics_collections updates_collections name
tf.metrics.sensitivity_at_specificity: labels predictions specificity weights num_thresholds metrics_collections updates_collections name
tf.metrics.sparse_average_precision_at_k: labels predictions k weights metrics_collections updates_collections name
tf.metrics.sparse_precision_at_k: labels predictions k class_id weights metrics_collections updates_collections name
tf.metrics.specificity_at_sensitivity: labels predictions sensitivity weights num_thresholds metrics_collections updates_collections name
tf.metrics.true_negatives: labels predictions weights metrics_collections updates_collections name
tf.metrics.true_negatives_at_thresholds: labels predictions thresholds weights metrics_collections updates_collections name
tf.metrics.true_positives: labels predictions weights metrics_collections updates_collections name
tf.metrics.true_positives_at_thresholds: labels predictions thresholds weights metrics_collections updates_collections name
tf.min_max_variable_partitioner: max_partitions axis min_slice_size bytes_per_string_element
tf.minimum: x y name
tf.mod: x y name
tf.model_variables: scope
tf.moving_average_variables: scope
tf.multinomial: logits num_samples seed name output_dtype
tf.multiply: x y name
tf.name_scope: name default_name values
tf.negative: x name
tf.nest.assert_same_structure: nest1 nest2 check_types expand_composites
tf.nest.flatten: structure expand_composites
tf.nest.is_nested: seq
tf.nest.map_structure: func
tf.nest.pack_sequence_as: structure flat_sequence expand_composites
tf.nn.all_candidate_sampler: true_classes num_true num_sampled unique seed name
tf.nn.approx_max_k: operand k reduction_dimension recall_target reduction_input_size_override aggregate_to_topk name
tf.nn.approx_min_k: operand k reduction_dimension recall_target reduction_input_size_override aggregate_to_topk name
tf.nn.atrous_conv2d: value filters rate padding name
tf.nn.atrous_conv2d_transpose: value filters output_shape rate padding name
tf.nn.avg_pool: value ksize strides padding data_format name input
tf.nn.avg_pool1d: input ksize strides padding data_format name
tf.nn.avg_pool3d: input ksize strides padding data_format name
tf.nn.avg_pool_v2: input ksize strides padding data_format name
tf.nn.batch_norm_with_global_normalization: t m v beta gamma variance_epsilon scale_after_normalization name input mean variance
tf.nn.batch_normalization: x mean variance offset scale variance_epsilon name
tf.nn.bias_add: value bias data_format name
tf.nn.bidirectional_dynamic_rnn: cell_fw cell_bw inputs sequence_length initial_state_fw initial_state_bw dtype parallel_iterations swap_memory time_major scope
tf.nn.collapse_repeated: labels seq_length name
tf.nn.compute_accidental_hits: true_classes sampled_candidates num_true seed name
tf.nn.compute_average_loss: per_example_loss sample_weight global_batch_size
tf.nn.conv1d: value filters stride padding use_cudnn_on_gpu data_format name input dilations
tf.nn.conv1d_transpose: input filters output_shape strides padding data_format dilations name
tf.nn.conv2d: input filter strides padding use_cudnn_on_gpu data_format dilations name filters
tf.nn.conv2d_backprop_filter: input filter_sizes out_backprop strides padding use_cudnn_on_gpu data_format dilations name
tf.nn.conv2d_backprop_input: input_sizes filter out_backprop strides padding use_cudnn_on_gpu data_format dilations name filters
tf.nn.conv2d_transpose: value filter output_shape strides padding data_format name input filters dilations
tf.nn.conv3d: input filter strides padding data_format dilations name filters
tf.nn.conv3d_backprop_filter: input filter_sizes out_backprop strides padding data_format dilations name
tf.nn.conv3d_transpose: value filter output_shape strides padding data_format name input filters dilations
tf.nn.conv_transpose: input filters output_shape strides padding data_format dilations name
tf.nn.convolution: input filter padding strides dilation_rate name data_format filters dilations
tf.nn.crelu: features name axis
tf.nn.ctc_beam_search_decoder: inputs sequence_length beam_width top_paths merge_repeated
tf.nn.ctc_beam_search_decoder_v2: inputs sequence_length beam_width top_paths
tf.nn.ctc_greedy_decoder: inputs sequence_length merge_repeated
tf.nn.ctc_loss: labels inputs sequence_length preprocess_collapse_repeated ctc_merge_repeated ignore_longer_outputs_than_inputs time_major logits
tf.nn.ctc_loss_v2: labels logits label_length logit_length logits_time_major unique blank_index name
tf.nn.ctc_unique_labels: labels name
tf.nn.depthwise_conv2d: input filter strides padding rate name data_format dilations
tf.nn.depthwise_conv2d_backprop_filter: input filter_sizes out_backprop strides padding data_format dilations name
tf.nn.depthwise_conv2d_backprop_input: input_sizes filter out_backprop strides padding data_format dilations name
tf.nn.depthwise_conv2d_native: input filter strides padding data_format dilations name
tf.nn.dilation2d: input filter strides rates padding name filters dilations
tf.nn.dropout: x keep_prob noise_shape seed name rate
tf.nn.dynamic_rnn: cell inputs sequence_length initial_state dtype parallel_iterations swap_memory time_major scope
tf.nn.elu: features name
tf.nn.embedding_lookup: params ids partition_strategy name validate_indices max_norm
tf.nn.embedding_lookup_sparse: params sp_ids sp_weights partition_strategy name combiner max_norm
tf.nn.erosion2d: value kernel strides rates padding name
tf.nn.experimental.general_dropout: x rate uniform_sampler noise_shape name
tf.nn.experimental.stateless_dropout: x rate seed rng_alg noise_shape name
tf.nn.fixed_unigram_candidate_sampler: true_classes num_true num_sampled unique range_max vocab_file distortion num_reserved_ids num_shards shard unigrams seed name
tf.nn.fractional_avg_pool: value pooling_ratio pseudo_random overlapping deterministic seed seed2 name
tf.nn.fractional_max_pool: value pooling_ratio pseudo_random overlapping deterministic seed seed2 name
tf.nn.fused_batch_norm: x scale offset mean variance epsilon data_format is_training name
tf.nn.in_top_k: predictions targets k name
tf.nn.l2_loss: t name
tf.nn.l2_normalize: x axis epsilon name dim
tf.nn.leaky_relu: features alpha name
tf.nn.learned_unigram_candidate_sampler: true_classes num_true num_sampled unique range_max seed name
tf.nn.log_poisson_loss: targets log_input compute_full_loss name
tf.nn.log_softmax: logits axis name dim
tf.nn.log_uniform_candidate_sampler: true_classes num_true num_sampled unique range_max seed name
tf.nn.lrn: input depth_radius bias alpha beta name
tf.nn.max_pool: value ksize strides padding data_format name input
tf.nn.max_pool1d: input ksize strides padding data_format name
tf.nn.max_pool2d: input ksize strides padding data_format name
tf.nn.max_pool3d: input ksize strides padding data_format name
tf.nn.max_pool_v2: input ksize strides padding data_format name
tf.nn.max_pool_with_argmax: input ksize strides padding data_format Targmax name output_dtype include_batch_in_index
tf.nn.moments: x axes shift name keep_dims keepdims
tf.nn.nce_loss: weights biases labels inputs num_sampled num_classes num_true sampled_values remove_accidental_hits partition_strategy name
tf.nn.normalize_moments: counts mean_ss variance_ss shift name
tf.nn.pool: input window_shape pooling_type padding dilation_rate strides name data_format dilations
tf.nn.quantized_avg_pool: input min_input max_input ksize strides padding name
tf.nn.quantized_conv2d: input filter min_input max_input min_filter max_filter strides padding out_type dilations name
tf.nn.quantized_max_pool: input min_input max_input ksize strides padding name
tf.nn.quantized_relu_x: features max_value min_features max_features out_type name
tf.nn.raw_rnn: cell loop_fn parallel_iterations swap_memory scope
tf.nn.relu: features name
tf.nn.relu6: features name
tf.nn.relu_layer: x weights biases name
tf.nn.rnn_cell.BasicLSTMCell: num_units forget_bias state_is_tuple activation reuse name dtype
tf.nn.rnn_cell.BasicRNNCell: num_units activation reuse name dtype
tf.nn.rnn_cell.DeviceWrapper: cell device
tf.nn.rnn_cell.DropoutWrapper: cell input_keep_prob output_keep_prob state_keep_prob variational_recurrent input_size dtype seed dropout_state_filter_visitor
tf.nn.rnn_cell.GRUCell: num_units activation reuse kernel_initializer bias_initializer name dtype
tf.nn.rnn_cell.LSTMCell: num_units use_peepholes cell_clip initializer num_proj proj_clip num_unit_shards num_proj_shards forget_bias state_is_tuple activation reuse name dtype
tf.nn.rnn_cell.LSTMStateTuple: c h
tf.nn.rnn_cell.MultiRNNCell: cells state_is_tuple
tf.nn.rnn_cell.RNNCell: trainable name dtype
tf.nn.rnn_cell.ResidualWrapper: cell residual_fn
tf.nn.safe_embedding_lookup_sparse: embedding_weights sparse_ids sparse_weights combiner default_id name partition_strategy max_norm
tf.nn.sampled_softmax_loss: weights biases labels inputs num_sampled num_classes num_true sampled_values remove_accidental_hits partition_strategy name seed
tf.nn.scale_regularization_loss: regularization_loss
tf.nn.selu: features name
tf.nn.separable_conv2d: input depthwise_filter pointwise_filter strides padding rate name data_format dilations
tf.nn.sigmoid_cross_entropy_with_logits: _sentinel labels logits name
tf.nn.silu: features beta
tf.nn.softmax: logits axis name dim
tf.nn.softmax_cross_entropy_with_logits: _sentinel labels logits dim name axis
tf.nn.softmax_cross_entropy_with_logits_v2: labels logits axis name dim
tf.nn.softplus: features name
tf.nn.softsign: features name
tf.nn.sparse_softmax_cross_entropy_with_logits: _sentinel labels logits name
tf.nn.static_bidirectional_rnn: cell_fw cell_bw inputs initial_state_fw initial_state_bw dtype sequence_length scope
tf.nn.static_rnn: cell inputs initial_state dtype sequence_length scope
tf.nn.static_state_saving_rnn: cell inputs state_saver state_name sequence_length scope
tf.nn.sufficient_statistics: x axes shift keep_dims name keepdims
tf.nn.top_k: input k sorted name
tf.nn.uniform_candidate_sampler: true_classes num_true num_sampled unique range_max seed name
tf.nn.weighted_cross_entropy_with_logits: labels logits pos_weight name targets
tf.nn.weighted_moments: x axes frequency_weights name keep_dims keepdims
tf.nn.with_space_to_batch: input dilation_rate padding op filter_shape spatial_dims data_format
tf.nn.xw_plus_b: x weights biases name
tf.nn.zero_fraction: value name
tf.no_op: name
tf.no_regularizer: _
tf.nondifferentiable_batch_function: num_batch_threads max_batch_size batch_timeout_micros allowed_batch_sizes max_enqueued_batches autograph
tf.norm: tensor ord axis keepdims name keep_dims
tf.not_equal: x y name
tf.numpy_function: func inp Tout name
tf.one_hot: indices depth on_value off_value axis dtype name
tf.ones: shape dtype name
tf.ones_initializer: dtype
tf.ones_like: tensor dtype name optimize
tf.op_scope: values name default_name
tf.orthogonal_initializer: gain seed dtype
tf.pad: tensor paddings mode name constant_values
tf.parallel_stack: values name
tf.parse_example: serialized features name example_names
tf.parse_single_example: serialized features name example_names
tf.parse_single_sequence_example: serialized context_features sequence_features example_name name
tf.parse_tensor: serialized out_type name
tf.placeholder: dtype shape name
tf.placeholder_with_default: input shape name
tf.polygamma: a x name
tf.pow: x y name
tf.profiler.ProfileOptionBuilder: options
tf.profiler.Profiler: graph op_log
tf.profiler.advise: graph run_meta options
tf.profiler.profile: graph run_meta op_log cmd options
tf.profiler.write_op_log: graph log_dir op_log run_meta add_trace
tf.py_func: func inp Tout stateful name
tf.py_function: func inp Tout name
tf.qr: input full_matrices name
tf.quantization.quantize_and_dequantize: input input_min input_max signed_input num_bits range_given round_mode name narrow_range
tf.quantization.quantize_and_dequantize_v2: input input_min input_max signed_input num_bits range_given round_mode name narrow_range axis
tf.quantize: input min_range max_range T mode round_mode name
tf.quantize_v2: input min_range max_range T mode name round_mode
tf.quantized_concat: concat_dim values input_mins input_maxes name
tf.ragged.RaggedTensorValue: values row_splits
tf.ragged.boolean_mask: data mask name
tf.ragged.constant: pylist dtype ragged_rank inner_shape name row_splits_dtype
tf.ragged.constant_value: pylist dtype ragged_rank inner_shape row_splits_dtype
tf.ragged.cross: inputs name
tf.ragged.cross_hashed: inputs num_buckets hash_key name
tf.ragged.map_flat_values: op
tf.ragged.placeholder: dtype ragged_rank value_shape name
tf.ragged.range: starts limits deltas dtype name row_splits_dtype
tf.ragged.row_splits_to_segment_ids: splits name out_type
tf.ragged.segment_ids_to_row_splits: segment_ids num_segments out_type name
tf.ragged.stack: values axis name
tf.ragged.stack_dynamic_partitions: data partitions num_partitions name
tf.ragged_fill_empty_rows: value_rowids values nrows default_value name
tf.ragged_fill_empty_rows_grad: reverse_index_map grad_values name
tf.random.Generator: copy_from state alg
tf.random.categorical: logits num_samples dtype seed name
tf.random.create_rng_state: seed alg
tf.random.experimental.index_shuffle: index seed max_index
tf.random.experimental.stateless_shuffle: value seed alg name
tf.random.fold_in: seed data alg
tf.random.set_global_generator: generator
tf.random.split: seed num alg
tf.random.stateless_binomial: shape seed counts probs output_dtype name
tf.random.stateless_categorical: logits num_samples seed dtype name
tf.random.stateless_gamma: shape seed alpha beta dtype name
tf.random.stateless_multinomial: logits num_samples seed output_dtype name
tf.random.stateless_normal: shape seed mean stddev dtype name
tf.random.stateless_parameterized_truncated_normal: shape seed means stddevs minvals maxvals name
tf.random.stateless_poisson: shape seed lam dtype name
tf.random.stateless_truncated_normal: shape seed mean stddev dtype name
tf.random.stateless_uniform: shape seed minval maxval dtype name
tf.random_crop: value size seed name
tf.random_gamma: shape alpha beta dtype seed name
tf.random_index_shuffle: index seed max_index rounds name
tf.random_normal: shape mean stddev dtype seed name
tf.random_normal_initializer: mean stddev seed dtype
tf.random_poisson: lam shape dtype seed name
tf.random_shuffle: value seed name
tf.random_uniform: shape minval maxval dtype seed name
tf.random_uniform_initializer: minval maxval seed dtype
tf.range: start limit delta dtype name
tf.rank: input name
tf.read_file: filename name
tf.real: input name
tf.realdiv: x y name
tf.reciprocal: x name
tf.recompute_grad: f
tf.reduce_all: input_tensor axis keepdims name reduction_indices keep_dims
tf.reduce_any: input_tensor axis keepdims name reduction_indices keep_dims
tf.reduce_join: inputs axis keep_dims separator name reduction_indices keepdims
tf.reduce_logsumexp: input_tensor axis keepdims name reduction_indices keep_dims
tf.reduce_max: input_tensor axis keepdims name reduction_indices keep_dims
tf.reduce_mean: input_tensor axis keepdims name reduction_indices keep_dims
tf.reduce_min: input_tensor axis keepdims name reduction_indices keep_dims
tf.reduce_prod: input_tensor axis keepdims name reduction_indices keep_dims
tf.reduce_sum: input_tensor axis keepdims name reduction_indices keep_dims
tf.regex_replace: input pattern rewrite replace_global name
tf.register_tensor_conversion_function: base_type conversion_func priority
tf.repeat: input repeats axis name
tf.report_uninitialized_variables: var_list name
tf.required_space_to_batch_paddings: input_shape block_shape base_paddings name
tf.reshape: tensor shape name
tf.resource_loader.get_path_to_datafile: path
tf.resource_loader.load_resource: path
tf.resource_loader.readahead_file_path: path readahead
tf.reverse: tensor axis name
tf.reverse_sequence: input seq_lengths seq_axis batch_axis name seq_dim batch_dim
tf.rfftnd: input fft_length axes Tcomplex name
tf.rint: x name
tf.roll: input shift axis name
tf.round: x name
tf.rsqrt: x name
tf.saturate_cast: value dtype name
tf.saved_model.Builder: export_dir
tf.saved_model.build_signature_def: inputs outputs method_name
tf.saved_model.build_tensor_info: tensor
tf.saved_model.classification_signature_def: examples classes scores
tf.saved_model.contains_saved_model: export_dir
tf.saved_model.load: sess tags export_dir import_scope
tf.saved_model.loader.load: sess tags export_dir import_scope
tf.saved_model.predict_signature_def: inputs outputs
tf.saved_model.regression_signature_def: examples predictions
tf.saved_model.simple_save: session export_dir inputs outputs legacy_init_op
tf.scalar_mul: scalar x name
tf.scalar_summary: tags values collections name
tf.scan: fn elems initializer parallel_iterations back_prop swap_memory infer_shape reverse name
tf.scatter_add: ref indices updates use_locking name
tf.scatter_div: ref indices updates use_locking name
tf.scatter_max: ref indices updates use_locking name
tf.scatter_min: ref indices updates use_locking name
tf.scatter_mul: ref indices updates use_locking name
tf.scatter_nd: indices updates shape name
tf.scatter_nd_add: ref indices updates use_locking name
tf.scatter_nd_sub: ref indices updates use_locking name
tf.scatter_nd_update: ref indices updates use_locking name
tf.scatter_sub: ref indices updates use_locking name
tf.scatter_update: ref indices updates use_locking name
tf.searchsorted: sorted_sequence values side out_type name
tf.segment_max: data segment_ids name
tf.segment_mean: data segment_ids name
tf.segment_min: data segment_ids name
tf.segment_prod: data segment_ids name
tf.segment_sum: data segment_ids name
tf.self_adjoint_eig: tensor name
tf.self_adjoint_eigvals: tensor name
tf.sequence_mask: lengths maxlen dtype name
tf.serialize_many_sparse: sp_input name out_type
tf.serialize_sparse: sp_input name out_type
tf.serialize_tensor: tensor name
tf.set_random_seed: seed
tf.setdiff1d: x y index_dtype name
tf.sets.difference: a b aminusb validate_indices
tf.sets.intersection: a b validate_indices
tf.sets.size: a validate_indices
tf.sets.union: a b validate_indices
tf.shape: input name out_type
tf.shape_n: input out_type name
tf.sigmoid: x name
tf.sign: x name
tf.signal.dct: input type n axis norm name
tf.signal.fftnd: input_tensor fft_length axes norm name
tf.signal.fftshift: x axes name
tf.signal.frame: signal frame_length frame_step pad_end pad_value axis name
tf.signal.hamming_window: window_length periodic dtype name
tf.signal.hann_window: window_length periodic dtype name
tf.signal.idct: input type n axis norm name
tf.signal.ifftnd: input_tensor fft_length axes norm name
tf.signal.ifftshift: x axes name
tf.signal.inverse_mdct: mdcts window_fn norm name
tf.signal.inverse_stft: stfts frame_length frame_step fft_length window_fn name
tf.signal.inverse_stft_window_fn: frame_step forward_window_fn name
tf.signal.irfft: input_tensor fft_length name
tf.signal.irfft2d: input_tensor fft_length name
tf.signal.irfft3d: input_tensor fft_length name
tf.signal.irfftnd: input_tensor fft_length axes norm name
tf.signal.kaiser_bessel_derived_window: window_length beta dtype name
tf.signal.kaiser_window: window_length beta dtype name
tf.signal.linear_to_mel_weight_matrix: num_mel_bins num_spectrogram_bins sample_rate lower_edge_hertz upper_edge_hertz dtype name
tf.signal.mdct: signals frame_length window_fn pad_end norm name
tf.signal.mfccs_from_log_mel_spectrograms: log_mel_spectrograms name
tf.signal.overlap_and_add: signal frame_step name
tf.signal.rfft: input_tensor fft_length name
tf.signal.rfft2d: input_tensor fft_length name
tf.signal.rfft3d: input_tensor fft_length name
tf.signal.rfftnd: input_tensor fft_length axes norm name
tf.signal.stft: signals frame_length frame_step fft_length window_fn pad_end name
tf.signal.vorbis_window: window_length dtype name
tf.sin: x name
tf.sinh: x name
tf.size: input name out_type
tf.slice: input_ begin size name
tf.sort: values axis direction name
tf.space_to_batch: input paddings block_size name block_shape
tf.space_to_batch_nd: input block_shape paddings name
tf.space_to_depth: input block_size name data_format
tf.sparse.bincount: values weights axis minlength maxlength binary_output name
tf.sparse.cross: inputs name
tf.sparse.cross_hashed: inputs num_buckets hash_key name
tf.sparse.expand_dims: sp_input axis name
tf.sparse.eye: num_rows num_columns dtype name
tf.sparse.from_dense: tensor name
tf.sparse_add: a b threshold thresh
tf.sparse_concat: axis sp_inputs name expand_nonconcat_dim concat_dim expand_nonconcat_dims
tf.sparse_fill_empty_rows: sp_input default_value name
tf.sparse_mask: a mask_indices name
tf.sparse_matmul: a b transpose_a transpose_b a_is_sparse b_is_sparse name
tf.sparse_maximum: sp_a sp_b name
tf.sparse_merge: sp_ids sp_values vocab_size name already_sorted
tf.sparse_minimum: sp_a sp_b name
tf.sparse_placeholder: dtype shape name
tf.sparse_reduce_max: sp_input axis keepdims reduction_axes keep_dims
tf.sparse_reduce_max_sparse: sp_input axis keepdims reduction_axes keep_dims
tf.sparse_reduce_sum: sp_input axis keepdims reduction_axes keep_dims
tf.sparse_reduce_sum_sparse: sp_input axis keepdims reduction_axes keep_dims
tf.sparse_reorder: sp_input name
tf.sparse_reset_shape: sp_input new_shape
tf.sparse_reshape: sp_input shape name
tf.sparse_retain: sp_input to_retain
tf.sparse_segment_mean: data indices segment_ids name num_segments
tf.sparse_segment_sqrt_n: data indices segment_ids name num_segments
tf.sparse_segment_sum: data indices segment_ids name num_segments
tf.sparse_slice: sp_input start size name
tf.sparse_softmax: sp_input name
tf.sparse_split: keyword_required sp_input num_split axis name split_dim
tf.sparse_tensor_dense_matmul: sp_a b adjoint_a adjoint_b name
tf.sparse_tensor_to_dense: sp_input default_value validate_indices name
tf.sparse_to_dense: sparse_indices output_shape sparse_values default_value validate_indices name
tf.sparse_to_indicator: sp_input vocab_size name
tf.sparse_transpose: sp_input perm name
tf.split: value num_or_size_splits axis num name
tf.sqrt: x name
tf.square: x name
tf.squared_difference: x y name
tf.squeeze: input axis name squeeze_dims
tf.stack: values axis name
tf.stop_gradient: input name
tf.strided_slice: input_ begin end strides begin_mask end_mask ellipsis_mask new_axis_mask shrink_axis_mask var name
tf.string_join: inputs separator name
tf.string_split: source sep skip_empty delimiter result_type name
tf.string_strip: input name
tf.string_to_hash_bucket: string_tensor num_buckets name input
tf.string_to_hash_bucket_fast: input num_buckets name
tf.string_to_hash_bucket_strong: input num_buckets key name
tf.string_to_number: string_tensor out_type name input
tf.strings.bytes_split: input name
tf.strings.format: template inputs placeholder summarize name
tf.strings.length: input name unit
tf.strings.lower: input encoding name
tf.strings.ngrams: data ngram_width separator pad_values padding_width preserve_short_sequences name
tf.strings.regex_full_match: input pattern name
tf.strings.split: input sep maxsplit result_type source name
tf.strings.substr: input pos len name unit
tf.strings.unicode_decode: input input_encoding errors replacement_char replace_control_characters name
tf.strings.unicode_decode_with_offsets: input input_encoding errors replacement_char replace_control_characters name
tf.strings.unicode_encode: input output_encoding errors replacement_char name
tf.strings.unicode_script: input name
tf.strings.unicode_split: input input_encoding errors replacement_char name
tf.strings.unicode_split_with_offsets: input input_encoding errors replacement_char name
tf.strings.unicode_transcode: input input_encoding output_encoding errors replacement_char replace_control_characters name
tf.strings.unsorted_segment_join: inputs segment_ids num_segments separator name
tf.strings.upper: input encoding name
tf.substr: input pos len name unit
tf.subtract: x y name
tf.summary.FileWriter: logdir graph max_queue flush_secs graph_def filename_suffix session
tf.summary.audio: name tensor sample_rate max_outputs collections family
tf.summary.get_summary_description: node_def
tf.summary.histogram: name values collections family
tf.summary.image: name tensor max_outputs collections family
tf.summary.initialize: graph session
tf.summary.merge: inputs collections name
tf.summary.merge_all: key scope name
tf.summary.scalar: name tensor collections family
tf.summary.tensor_summary: name tensor summary_description collections summary_metadata family display_name
tf.summary.text: name tensor collections
tf.svd: tensor full_matrices compute_uv name
tf.switch_case: branch_index branch_fns default name
tf.tables_initializer: name
tf.tan: x name
tf.tanh: x name
tf.tensor_scatter_add: tensor indices updates name
tf.tensor_scatter_nd_max: tensor indices updates bad_indices_policy name
tf.tensor_scatter_nd_min: tensor indices updates bad_indices_policy name
tf.tensor_scatter_sub: tensor indices updates name
tf.tensor_scatter_update: tensor indices updates name
tf.tensordot: a b axes name
tf.test.TestCase: methodName
tf.test.assert_equal_graph_def: actual expected checkpoint_v2 hash_table_shared_name
tf.test.compute_gradient: x x_shape y y_shape x_init_value delta init_targets extra_feed_dict
tf.test.compute_gradient_error: x x_shape y y_shape x_init_value delta init_targets extra_feed_dict
tf.test.create_local_cluster: num_workers num_ps protocol worker_config ps_config
tf.test.is_cpu_target_available: target
tf.test.is_gpu_available: cuda_only min_cuda_compute_capability
tf.test.main: argv
tf.test.test_src_dir_path: relative_path
tf.tile: input multiples name
tf.timestamp: name
tf.to_bfloat16: x name
tf.to_complex128: x name
tf.to_complex64: x name
tf.to_double: x name
tf.to_float: x name
tf.to_int32: x name
tf.to_int64: x name
tf.trace: x name
tf.train.AdadeltaOptimizer: learning_rate rho epsilon use_locking name
tf.train.AdagradDAOptimizer: learning_rate global_step initial_gradient_squared_accumulator_value l1_regularization_strength l2_regularization_strength use_locking name
tf.train.AdagradOptimizer: learning_rate initial_accumulator_value use_locking name
tf.train.AdamOptimizer: learning_rate beta1 beta2 epsilon use_locking name
tf.train.CheckpointManager: checkpoint directory max_to_keep keep_checkpoint_every_n_hours checkpoint_name
tf.train.CheckpointOptions: experimental_io_device experimental_enable_async_checkpoint experimental_write_callbacks enable_async experimental_skip_slot_variables experimental_sharding_callback
tf.train.CheckpointSaverHook: checkpoint_dir save_secs save_steps saver checkpoint_basename scaffold listeners
tf.train.ChiefSessionCreator: scaffold master config checkpoint_dir checkpoint_filename_with_path
tf.train.ClusterSpec: cluster
tf.train.Coordinator: clean_stop_exception_types
tf.train.ExponentialMovingAverage: decay num_updates zero_debias name
tf.train.FeedFnHook: feed_fn
tf.train.FinalOpsHook: final_ops final_ops_feed_dict
tf.train.FtrlOptimizer: learning_rate learning_rate_power initial_accumulator_value l1_regularization_strength l2_regularization_strength use_locking name accum_name linear_name l2_shrinkage_regularization_strength
tf.train.GlobalStepWaiterHook: wait_until_step
tf.train.GradientDescentOptimizer: learning_rate use_locking name
tf.train.LoggingTensorHook: tensors every_n_iter every_n_secs at_end formatter
tf.train.LooperThread: coord timer_interval_secs target args kwargs
tf.train.MomentumOptimizer: learning_rate momentum use_locking name use_nesterov
tf.train.MonitoredSession: session_creator hooks stop_grace_period_secs
tf.train.MonitoredTrainingSession: master is_chief checkpoint_dir scaffold hooks chief_only_hooks save_checkpoint_secs save_summaries_steps save_summaries_secs config stop_grace_period_secs log_step_count_steps max_wait_secs save_checkpoint_steps summary_dir
tf.train.NanTensorHook: loss_tensor fail_on_nan_loss
tf.train.NewCheckpointReader: filepattern
tf.train.Optimizer: use_locking name
tf.train.ProfilerHook: save_steps save_secs output_dir show_dataflow show_memory
tf.train.ProximalAdagradOptimizer: learning_rate initial_accumulator_value l1_regularization_strength l2_regularization_strength use_locking name
tf.train.ProximalGradientDescentOptimizer: learning_rate l1_regularization_strength l2_regularization_strength use_locking name
tf.train.QueueRunner: queue enqueue_ops close_op cancel_op queue_closed_exception_types queue_runner_def import_scope
tf.train.RMSPropOptimizer: learning_rate decay momentum epsilon use_locking centered name
tf.train.Saver: var_list reshape sharded max_to_keep keep_checkpoint_every_n_hours name restore_sequentially saver_def builder defer_build allow_empty write_version pad_step_number save_relative_paths filename
tf.train.Scaffold: init_op init_feed_dict init_fn ready_op ready_for_local_init_op local_init_op summary_op saver copy_from_scaffold
tf.train.SecondOrStepTimer: every_secs every_steps
tf.train.Server: server_or_cluster_def job_name task_index protocol config start
tf.train.SessionManager: local_init_op ready_op ready_for_local_init_op graph recovery_wait_secs local_init_run_options
tf.train.SessionRunContext: original_args session
tf.train.SingularMonitoredSession: hooks scaffold master config checkpoint_dir stop_grace_period_secs checkpoint_filename_with_path
tf.train.StepCounterHook: every_n_steps every_n_secs output_dir summary_writer
tf.train.StopAtStepHook: num_steps last_step
tf.train.SummarySaverHook: save_steps save_secs output_dir summary_writer scaffold summary_op
tf.train.SummaryWriter: logdir graph max_queue flush_secs graph_def
tf.train.Supervisor: graph ready_op ready_for_local_init_op is_chief init_op init_feed_dict local_init_op logdir summary_op saver global_step save_summaries_secs save_model_secs recovery_wait_secs stop_grace_secs checkpoint_basename session_manager summary_writer init_fn local_init_run_options
tf.train.SyncReplicasOptimizer: opt replicas_to_aggregate total_num_replicas variable_averages variables_to_average use_locking name
tf.train.WorkerSessionCreator: scaffold master config max_wait_secs
tf.train.add_queue_runner: qr collection
tf.train.assert_global_step: global_step_tensor
tf.train.basic_train_loop: supervisor train_step_fn args kwargs master
tf.train.batch: tensors batch_size num_threads capacity enqueue_many shapes dynamic_pad allow_smaller_final_batch shared_name name
tf.train.batch_join: tensors_list batch_size capacity enqueue_many shapes dynamic_pad allow_smaller_final_batch shared_name name
tf.train.checkpoint_exists: checkpoint_prefix
tf.train.checkpoints_iterator: checkpoint_dir min_interval_secs timeout timeout_fn
tf.train.cosine_decay: learning_rate global_step decay_steps alpha name
tf.train.cosine_decay_restarts: learning_rate global_step first_decay_steps t_mul m_mul alpha name
tf.train.create_global_step: graph
tf.train.exponential_decay: learning_rate global_step decay_steps decay_rate staircase name
tf.train.export_meta_graph: filename meta_info_def graph_def saver_def collection_list as_text graph export_scope clear_devices clear_extraneous_savers strip_default_attrs save_debug_info
tf.train.generate_checkpoint_state_proto: save_dir model_checkpoint_path all_model_checkpoint_paths all_model_checkpoint_timestamps last_preserved_timestamp
tf.train.get_checkpoint_mtimes: checkpoint_prefixes
tf.train.get_checkpoint_state: checkpoint_dir latest_filename
tf.train.get_global_step: graph
tf.train.get_or_create_global_step: graph
tf.train.global_step: sess global_step_tensor
tf.train.import_meta_graph: meta_graph_or_file clear_devices import_scope
tf.train.init_from_checkpoint: ckpt_dir_or_file assignment_map
tf.train.input_producer: input_tensor element_shape num_epochs shuffle seed capacity shared_name summary_name name cancel_op
tf.train.inverse_time_decay: learning_rate global_step decay_steps decay_rate staircase name
tf.train.latest_checkpoint: checkpoint_dir latest_filename
tf.train.limit_epochs: tensor num_epochs name
tf.train.linear_cosine_decay: learning_rate global_step decay_steps num_periods alpha beta name
tf.train.list_variables: ckpt_dir_or_file
tf.train.load_checkpoint: ckpt_dir_or_file
tf.train.load_variable: ckpt_dir_or_file name
tf.train.match_filenames_once: pattern name
tf.train.maybe_batch: tensors keep_input batch_size num_threads capacity enqueue_many shapes dynamic_pad allow_smaller_final_batch shared_name name
tf.train.maybe_batch_join: tensors_list keep_input batch_size capacity enqueue_many shapes dynamic_pad allow_smaller_final_batch shared_name name
tf.train.maybe_shuffle_batch: tensors batch_size capacity min_after_dequeue keep_input num_threads seed enqueue_many shapes allow_smaller_final_batch shared_name name
tf.train.maybe_shuffle_batch_join: tensors_list batch_size capacity min_after_dequeue keep_input seed enqueue_many shapes allow_smaller_final_batch shared_name name
tf.train.natural_exp_decay: learning_rate global_step decay_steps decay_rate staircase name
tf.train.noisy_linear_cosine_decay: learning_rate global_step decay_steps initial_variance variance_decay num_periods alpha beta name
tf.train.piecewise_constant: x boundaries values name
tf.train.polynomial_decay: learning_rate global_step decay_steps end_learning_rate power cycle name
tf.train.range_input_producer: limit num_epochs shuffle seed capacity shared_name name
tf.train.remove_checkpoint: checkpoint_prefix checkpoint_format_version meta_graph_suffix
tf.train.replica_device_setter: ps_tasks ps_device worker_device merge_devices cluster ps_ops ps_strategy
tf.train.sdca_fprint: input name
tf.train.sdca_optimizer: sparse_example_indices sparse_feature_indices sparse_feature_values dense_features example_weights example_labels sparse_indices sparse_weights dense_weights example_state_data loss_type l1 l2 num_loss_partitions num_inner_iterations adaptative name
tf.train.sdca_shrink_l1: weights l1 l2 name
tf.train.shuffle_batch: tensors batch_size capacity min_after_dequeue num_threads seed enqueue_many shapes allow_smaller_final_batch shared_name name
tf.train.shuffle_batch_join: tensors_list batch_size capacity min_after_dequeue seed enqueue_many shapes allow_smaller_final_batch shared_name name
tf.train.slice_input_producer: tensor_list num_epochs shuffle seed capacity shared_name name
tf.train.start_queue_runners: sess coord daemon start collection
tf.train.string_input_producer: string_tensor num_epochs shuffle seed capacity shared_name name cancel_op
tf.train.summary_iterator: path
tf.train.update_checkpoint_state: save_dir model_checkpoint_path all_model_checkpoint_paths latest_filename all_model_checkpoint_timestamps last_preserved_timestamp
tf.train.warm_start: ckpt_to_initialize_from vars_to_warm_start var_name_to_vocab_info var_name_to_prev_var_name
tf.train.write_graph: graph_or_graph_def logdir name as_text
tf.trainable_variables: scope
tf.transpose: a perm name conjugate
tf.truediv: x y name
tf.truncated_normal: shape mean stddev dtype seed name
tf.truncated_normal_initializer: mean stddev seed dtype
tf.truncatediv: x y name
tf.truncatemod: x y name
tf.tuple: tensors name control_inputs
tf.type_spec_from_value: value
tf.uniform_unit_scaling_initializer: factor seed dtype
tf.unique: x out_idx name
tf.unique_with_counts: x out_idx name
tf.unravel_index: indices dims name
tf.unsorted_segment_max: data segment_ids num_segments name
tf.unsorted_segment_mean: data segment_ids num_segments name
tf.unsorted_segment_min: data segment_ids num_segments name
tf.unsorted_segment_prod: data segment_ids num_segments name
tf.unsorted_segment_sqrt_n: data segment_ids num_segments name
tf.unsorted_segment_sum: data segment_ids num_segments name
tf.unstack: value num axis name
tf.variable_axis_size_partitioner: max_shard_bytes axis bytes_per_string_element max_shards
tf.variable_creator_scope: variable_creator
tf.variable_op_scope: values name_or_scope default_name initializer regularizer caching_device partitioner custom_getter reuse dtype use_resource constraint
tf.variable_scope: name_or_scope default_name values initializer regularizer caching_device partitioner custom_getter reuse dtype use_resource constraint auxiliary_name_scope
tf.variables_initializer: var_list name
tf.variance_scaling_initializer: scale mode distribution seed dtype
tf.vectorized_map: fn elems
tf.verify_tensor_all_finite: t msg name x message
tf.where: condition x y name
tf.where_v2: condition x y name
tf.while_loop: cond body loop_vars shape_invariants parallel_iterations back_prop swap_memory name maximum_iterations return_same_structure
tf.wrap_function: fn signature name
tf.write_file: filename contents name
tf.xla.experimental.jit_scope: compile_ops separate_compiled_gradients
tf.zeros: shape dtype name
tf.zeros_initializer: dtype
tf.zeros_like: tensor dtype name optimize
tf.zeta: x q name
variable.assign: value use_locking name read_value
variable.assign_add: delta use_locking name read_value
variable.assign_sub: delta use_locking name read_value
variable.batch_scatter_update: sparse_delta use_locking name
variable.count_up_to: limit
variable.eval: session
variable.gather_nd: indices name
variable.load: value session
variable.scatter_add: sparse_delta use_locking name
variable.scatter_div: sparse_delta use_locking name
variable.scatter_max: sparse_delta use_locking name
variable.scatter_min: sparse_delta use_locking name
variable.scatter_mul: sparse_delta use_locking name
variable.scatter_nd_add: indices updates name
variable.scatter_nd_sub: indices updates name
variable.scatter_nd_update: indices updates name
variable.scatter_sub: sparse_delta use_locking name
variable.scatter_update: sparse_delta use_locking name
variable.set_shape: shape
variable.sparse_read: indices name
variable.to_proto: export_scope
writer.add_event: event
writer.add_graph: graph global_step graph_def
writer.add_meta_graph: meta_graph_def global_step
writer.add_run_metadata: run_metadata tag global_step
writer.add_session_log: session_log global_step
writer.add_summary: summary global_step
"""


SIGNATURES: dict[str, str] = dict(line.split(": ", 1) for line in _TABLE.strip().splitlines())
